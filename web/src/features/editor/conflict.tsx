import { ConflictDialog } from '../../components/dialogs/conflict-dialog.tsx';
import { editorTexts } from '../../texts/studio/editor.ts';
import { wholeText } from './kinds.ts';
import type { Meeting } from './use-meeting.ts';

type ConflictProps = {
  meeting: Meeting;
  onClose: () => void;
  onChoose: (chosen: Record<string, unknown>) => void;
};

/** Each part that two people changed, as YAML: theirs is taken, or the own one is kept or edited. */
export function Conflict({ meeting: { conflicts }, onClose, onChoose }: ConflictProps) {
  const fields = Object.fromEntries(
    conflicts.map(({ field }) => [
      field,
      {
        label:
          field === wholeText ? editorTexts.wholeText : field.replaceAll(' › properties › ', ' › '),
        control: 'code' as const,
      },
    ]),
  );
  return <ConflictDialog {...{ conflicts, fields, onClose, onChoose }} />;
}
