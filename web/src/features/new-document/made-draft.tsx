import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { newTexts } from '../../texts/studio/new-document.ts';
import { productTypesQuery } from '../editor/form/choices.ts';
import { AboutFields } from './about-fields.tsx';
import { chosenOf, useOpenDraft } from './draft.ts';
import type { Chosen } from './draft.ts';
import { withProductType } from './product-type.ts';
import type { WayProps } from './ways.ts';

type MadeDraftProps = WayProps & {
  /** The name of the first thing that was chosen. */
  suggested: string | undefined;
  /** What to say when nothing was chosen. */
  missing: string;
  make: (chosen: Chosen) => string | Promise<string>;
};

/** The last part of each way: name, team, and the button that opens what was made of the choice. */
export function MadeDraft({ kind, about, onAbout, suggested, missing, make }: MadeDraftProps) {
  const [problem, setProblem] = useState<string>();
  const openDraft = useOpenDraft(kind);
  const queries = useQueryClient();
  const made = async (chosen: Chosen): Promise<string> => {
    const text = await make(chosen);
    if (kind !== 'dataproducts') return text;
    const types = await queries.fetchQuery(productTypesQuery);
    return withProductType(text, types.find((each) => each.default && each.enabled)?.id);
  };
  const draft = useMutation({
    mutationFn: async (chosen: Chosen) => ({ id: chosen.id, text: await made(chosen) }),
    onSuccess: openDraft,
  });
  const open = () => {
    const chosen = suggested === undefined ? missing : chosenOf(about, suggested);
    setProblem(typeof chosen === 'string' ? chosen : undefined);
    if (typeof chosen !== 'string') draft.mutate(chosen);
  };
  return (
    <>
      <AboutFields {...{ about, suggested, problem }} onChange={onAbout} />
      {draft.error !== null && <ProblemNote error={draft.error} />}
      <Button tone="primary" disabled={draft.isPending} onClick={open}>
        {newTexts.open}
      </Button>
    </>
  );
}
