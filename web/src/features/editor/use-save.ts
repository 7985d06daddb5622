import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isStatus } from '../../api/problem.ts';
import { editorTexts } from '../../texts/studio/editor.ts';
import { nameOf } from './name-of.ts';
import { putText } from './queries.ts';
import type { Base, Edit, EditStart } from './use-edit.ts';

type Sent = { text: string; base: Base | undefined; id: string };

/** Saves the text and goes to the page of the document; an edit that met another one goes to `onMet`. */
export function useSave(
  { kind }: EditStart,
  edit: Edit,
  { informed, forget }: { informed: readonly string[]; forget: () => void },
  onMet: (sent: Sent) => void,
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ id, text, base }: Sent) =>
      putText({ kind, id, text, onlyIf: base?.etag ?? null, informed }),
    onSuccess: async (warnings, { id, text }) => {
      edit.end();
      forget();
      tellSaved(nameOf(text) ?? id, warnings);
      await navigate({ to: `/${kind}/$id/{-$tab}`, params: { id, tab: undefined } });
      await queryClient.invalidateQueries({ queryKey: [kind] });
    },
    onError: (error, sent) => {
      if (isStatus(error, 412) && sent.base !== undefined) onMet(sent);
    },
  });
}

/** Warnings stay until they are closed: the text is stored, but something of it may not work. */
function tellSaved(name: string, warnings: string | undefined): void {
  notifications.show({ message: editorTexts.saved(name) });
  if (warnings === undefined) return;
  notifications.show({ title: editorTexts.warnings, message: warnings, autoClose: false });
}
