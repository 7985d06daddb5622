import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { countText } from '../../../lib/numbers.ts';
import { checkKind, fieldTexts } from '../../../texts/contracts/contract.ts';
import { statusWord } from '../../../texts/status-words.ts';
import type { Model, ModelCheck } from '../queries.ts';
import { CopySql, FailingRows } from '../checks/failing-rows.tsx';
import { Finding } from '../checks/finding.tsx';
import { queryOf } from '../checks/order.ts';
import { resultQuery } from '../checks/result-query.ts';
import type { ResultCheck } from '../checks/result-query.ts';
import { CheckHistory } from './check-history.tsx';
import type { FieldRow } from './rows.ts';

type BrokenCheckProps = { model: Model; row: FieldRow; check: ModelCheck; isOpen: boolean };

/** A check that fails: how many rows, since when, and some of them. */
export function BrokenCheck({ model, row, check, isOpen }: BrokenCheckProps) {
  const { word } = checkKind(check.type, check.name);
  return (
    <details className="part" open={isOpen}>
      <summary className="row">
        <Badge status={{ ...statusWord('test', check.result), word }} />
        <span className="small soft ellipsis">
          {!isOpen && check.failedNumber !== null && (
            <span className="when-closed">
              {countText(check.failedNumber)} {fieldTexts.rows(check.failedNumber)}
            </span>
          )}
        </span>
        <span className="tiny faint push">{check.dimension}</span>
        <IconChevronDown className="turn" size={16} stroke={1.75} aria-hidden />
      </summary>
      <Finding {...check} />
      <CheckHistory
        contractId={model.id}
        row={row}
        check={check}
        server={model.testResult?.server}
      />
      <Samples model={model} row={row} check={check} />
    </details>
  );
}

function Samples({ model, row, check }: Omit<BrokenCheckProps, 'isOpen'>) {
  const resultId = model.testResult?.id ?? '';
  const query = useQuery({
    ...resultQuery(model.id, resultId),
    enabled: check.hasSamples && resultId !== '',
  });
  const all = queryOf(check);
  if (!check.hasSamples) {
    return all === undefined ? null : <CopySql query={all} total={check.failedNumber} />;
  }
  if (query.error !== null) return <ProblemNote error={query.error} />;
  if (query.data === undefined) return <SkeletonLines lines={4} />;
  const samples = samplesOf(query.data.checks, row, check);
  if (samples.length === 0) return <p className="tiny faint">{fieldTexts.samplesDeleted}</p>;
  return <FailingRows samples={samples} total={check.failedNumber} query={all} />;
}

/** The rows that the result keeps for this check. */
function samplesOf(
  checks: readonly ResultCheck[],
  { table, field }: FieldRow,
  { type, name }: ModelCheck,
): readonly unknown[] {
  const tables: unknown[] = [table.name, table.physicalName];
  const fields: unknown[] = [field.path, field.physicalPath];
  const found = checks.find(
    (each) =>
      each.type === type &&
      (each.name ?? each.type) === name &&
      tables.includes(each.model) &&
      fields.includes(each.field),
  );
  return found?.failedSamples ?? [];
}
