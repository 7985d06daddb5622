import { IconChevronDown } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { countText } from '../../../lib/numbers.ts';
import { checkKind, rowsSentence } from '../../../texts/contracts/contract.ts';
import { testTexts } from '../../../texts/contracts/contract-tests.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { worstFirst } from '../checks/order.ts';
import { FailingRows } from '../checks/failing-rows.tsx';
import type { ResultCheck } from '../checks/result-query.ts';

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
  const samples = check.failedSamples ?? [];
  if (samples.length === 0) {
    return (
      <li className="check-row">
        <CheckLine check={check} />
      </li>
    );
  }
  return (
    <li className="check-row">
      <details>
        <summary>
          <CheckLine check={check} hasRows />
        </summary>
        <FailingRows samples={samples} total={check.failedNumber ?? null} />
      </details>
    </li>
  );
}

function CheckLine({ check, hasRows }: { check: ResultCheck; hasRows?: boolean }) {
  const { type, result, field, reason, dimension } = check;
  const { word } = checkKind(type, check.name ?? type);
  return (
    <div className="check-line">
      <Badge status={{ ...statusWord('test', result), word }} />
      <span className="mono ellipsis">{field ?? ''}</span>
      <span className="small soft" title={reason ?? undefined}>
        {sentenceOf(check)}
      </span>
      <span className="small number">
        <BrokenRows check={check} />
      </span>
      <span className="tiny faint wide-only">{dimension}</span>
      <span className="faint">
        {hasRows === true && (
          <IconChevronDown size={16} stroke={1.75} aria-label={testTexts.rows} />
        )}
      </span>
    </div>
  );
}

/** Rows that break the rule are told by what they do; everything else by the words of the test. */
function sentenceOf(check: ResultCheck): string {
  const { type, result, reason, failedNumber } = check;
  const name = check.name ?? type;
  if (result === 'passed') return name;
  if (result === 'failed' && typeof failedNumber === 'number' && failedNumber > 0) {
    return rowsSentence(type, name);
  }
  return reason ?? name;
}

function BrokenRows({ check: { result, failedNumber, totalNumber } }: { check: ResultCheck }) {
  if (result === 'passed' || typeof failedNumber !== 'number' || failedNumber === 0) return null;
  return (
    <>
      {countText(failedNumber)}
      {typeof totalNumber === 'number' && (
        <span className="faint"> / {countText(totalNumber)}</span>
      )}
    </>
  );
}
