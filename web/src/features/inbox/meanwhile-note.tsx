import { IconAlertTriangle } from '@tabler/icons-react';
import { Button } from '../../components/controls/button.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { Access } from '../access/queries.ts';
import type { Outcome } from './decide.ts';

type MeanwhileNoteProps = {
  access: Access;
  outcome: Outcome | undefined;
  onNext: () => void;
};

/** What happened to the request while it was open here, if something did. */
export function MeanwhileNote({ access, outcome, onNext }: MeanwhileNoteProps) {
  const told = toldOf(access, outcome);
  if (told === undefined) return null;
  const [title, detail] = told;
  return (
    <div className="note warn meanwhile" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        <p className="medium">{title}</p>
        <p>{detail}</p>
      </div>
      <Button compact className="push" onClick={onNext}>
        {inboxTexts.next}
      </Button>
    </div>
  );
}

function toldOf(
  access: Access,
  outcome: Outcome | undefined,
): [title: string, detail: string] | undefined {
  if (outcome?.result === 'done') return undefined;
  if (outcome?.result === 'withdrawn') return [inboxTexts.withdrawn, inboxTexts.withdrawnDetail];
  if (access.lifecycle !== 'requested') {
    const { word } = statusWord('access', access.lifecycle);
    const name = access.info.decidedByName;
    const detail = name
      ? inboxTexts.elsewhereBy(decisionWord(access), name)
      : inboxTexts.elsewhereUnknown(word);
    return [inboxTexts.elsewhere, detail];
  }
  return outcome?.result === 'changed' ? [inboxTexts.changed, inboxTexts.changedDetail] : undefined;
}

function decisionWord({ lifecycle }: Access): string {
  return lifecycle === 'rejected' ? inboxTexts.outcome.rejected : inboxTexts.outcome.approved;
}
