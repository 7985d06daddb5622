import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Badge } from '../../../components/status-badge.tsx';
import { countText } from '../../../lib/numbers.ts';
import { checkKind } from '../../../texts/contract.ts';
import { testTexts } from '../../../texts/contract-tests.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { worstFirst } from '../schema/measure.ts';
import { FailingRows } from './failing-rows.tsx';
import type { ResultCheck } from './queries.ts';

type ChecksTableProps = { checks: readonly ResultCheck[] };

/** Checks by table, worst first; those that pass are folded as long as others do not. */
export function ChecksTable({ checks }: ChecksTableProps) {
  const passed = checks.filter(({ result }) => result === 'passed');
  const broken = checks.length - passed.length;
  const [isOpen, setOpen] = useState(broken === 0);
  const groups = useMemo(() => {
    const shown = isOpen ? checks : checks.filter(({ result }) => result !== 'passed');
    return groupByTable(worstFirst(shown));
  }, [checks, isOpen]);
  return (
    <div className="card checks" role="region" aria-label={testTexts.checks}>
      {[...groups].map(([table, group]) => (
        <section key={table}>
          <h3>{table === '' ? testTexts.noTable : table}</h3>
          <ul>
            {group.map((check, index) => (
              <Check key={`${check.type} ${check.field} ${check.name} ${index}`} check={check} />
            ))}
          </ul>
        </section>
      ))}
      {broken > 0 && passed.length > 0 && (
        <div className="checks-foot">
          <Button compact tone="quiet" onClick={() => setOpen(!isOpen)}>
            {isOpen ? testTexts.hidePassed : testTexts.showPassed(passed.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Tables in the order of their worst checks. */
function groupByTable(checks: readonly ResultCheck[]): Map<string, ResultCheck[]> {
  const groups = new Map<string, ResultCheck[]>();
  for (const check of checks) {
    const table = check.model ?? '';
    groups.set(table, [...(groups.get(table) ?? []), check]);
  }
  return groups;
}

function Check({ check }: { check: ResultCheck }) {
  const { type, result, field, reason, failedNumber, totalNumber, dimension } = check;
  const { word, rowsDo } = checkKind(type, check.name ?? type);
  const samples = check.failedSamples ?? [];
  const isBroken = result !== 'passed';
  return (
    <li className="check">
      <div className="check-line">
        <Badge status={{ ...statusWord('test', result), word }} />
        <span className="mono ellipsis">{field ?? ''}</span>
        <span className="small soft">{isBroken ? (reason ?? '') : (check.name ?? '')}</span>
        <span className="small number push">
          {isBroken && failedNumber !== null && failedNumber !== undefined && failedNumber > 0 && (
            <span title={rowsDo}>
              {countText(failedNumber)}
              {typeof totalNumber === 'number' && (
                <span className="faint"> / {countText(totalNumber)}</span>
              )}
            </span>
          )}
        </span>
        <span className="tiny faint wide-only">{dimension}</span>
      </div>
      {samples.length > 0 && (
        <details className="check-samples">
          <summary className="small">{testTexts.rows}</summary>
          <FailingRows samples={samples} total={failedNumber ?? null} />
        </details>
      )}
    </li>
  );
}
