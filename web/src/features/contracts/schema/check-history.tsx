import { useQuery } from '@tanstack/react-query';
import { TestStrip } from '../../../components/data/test-strip.tsx';
import { dayText } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { fieldTexts } from '../../../texts/contracts/contract.ts';
import { checkHistoryQuery } from '../queries.ts';
import type { ModelCheck } from '../queries.ts';
import type { FieldRow } from './rows.ts';

type CheckHistoryProps = {
  contractId: string;
  row: FieldRow;
  check: ModelCheck;
  server: string | null | undefined;
};

const dayMs = 86_400_000;

/** The check over 30 days, and since when it fails. */
export function CheckHistory({ contractId, row, check, server }: CheckHistoryProps) {
  const part = { model: row.table.name, field: row.field.path, server: server ?? undefined };
  const checks = useQuery(checkHistoryQuery(contractId, part)).data;
  const now = useNow();
  const history = checks?.find(
    ({ type, qualityReference }) =>
      type === check.type && qualityReference === check.qualityReference,
  );
  if (history === undefined) return null;
  const { days, failingSince: first } = history;
  const trend = days.map(({ date, result, failedNumber }) => ({
    date,
    result,
    checks: 1,
    failedChecks: failedNumber === null || failedNumber === 0 ? 0 : 1,
  }));
  return (
    <div className="check-history">
      <TestStrip trend={trend} />
      <p className="tiny faint">
        <span>{dayText(new Date(now.getTime() - 29 * dayMs), now, 'UTC')}</span>
        {first !== null && (
          <span>
            {fieldTexts.since(dayText(new Date(first.date), now, 'UTC'), first.dataContractVersion)}
          </span>
        )}
      </p>
    </div>
  );
}
