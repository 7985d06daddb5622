import { countText } from '../../../lib/numbers.ts';
import { checkKind, fieldTexts } from '../../../texts/contracts/contract.ts';

type FindingProps = {
  failedNumber: number | null;
  totalNumber: number | null;
  reason: string | null;
  type: string;
  name: string;
};

/** How many rows break a check, and what they do; without rows, the words of the test. */
export function Finding({ failedNumber, totalNumber, reason, type, name }: FindingProps) {
  if (failedNumber === null || failedNumber === 0) {
    return reason === null ? null : <p className="finding small">{reason}</p>;
  }
  const { rowsDo } = checkKind(type, name);
  const of = totalNumber === null ? undefined : fieldTexts.ofRows(totalNumber);
  const share = totalNumber === null || totalNumber === 0 ? undefined : failedNumber / totalNumber;
  return (
    <p className="finding">
      <span className="big-number">{countText(failedNumber)}</span>{' '}
      <span className="small soft">
        {of} {rowsDo}
        {share !== undefined && ` (${fieldTexts.share(share)})`}
      </span>
    </p>
  );
}
