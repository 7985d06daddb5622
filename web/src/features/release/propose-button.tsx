import { useState } from 'react';
import { WhyNot } from '../../components/states/why-not.tsx';
import { proposeTexts } from '../../texts/studio/release.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import type { ProposedText } from './propose.ts';

type ProposeButtonProps = {
  proposed: ProposedText;
  isChanged: boolean;
  onProposed: () => void;
};

/** In place of Save for those who may not save. */
export function ProposeButton({ proposed, isChanged, onProposed }: ProposeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WhyNot
        tone="primary"
        refused={undefined}
        disabled={!isChanged}
        onClick={() => setOpen(true)}
      >
        {proposeTexts.propose}
      </WhyNot>
      {isOpen && (
        <ProposeDialog {...proposed} onClose={() => setOpen(false)} onProposed={onProposed} />
      )}
    </>
  );
}
