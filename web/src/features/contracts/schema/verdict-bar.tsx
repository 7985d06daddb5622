import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/controls/button.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { TestStrip } from '../../../components/data/test-strip.tsx';
import { schemaTexts } from '../../../texts/contracts/contract.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { trendQuery } from '../queries.ts';
import type { Model } from '../queries.ts';
import { useContractSearch } from '../search.ts';
import { secondsBetween } from '../checks/order.ts';
import { rowsOf } from './measure.ts';

/** The newest test in one sentence, and the tests of 30 days. */
export function VerdictBar({ model }: { model: Model }) {
  const { search, set } = useContractSearch();
  const trend = useQuery(trendQuery(model.id, search.server)).data;
  const { testResult } = model;
  if (testResult === null) return <NeverTested />;
  const { tone } = statusWord('test', testResult.result);
  const isFiltered = search.only === 'failing';
  return (
    <section className={`verdict ${tone}`} aria-label={schemaTexts.broken}>
      <StatusBadge of="test" value={testResult.result} />
      <div className="grow">
        <div className="medium">{sentenceOf(testResult)}</div>
        <TestFacts model={model} />
      </div>
      <span className="wide-only">{trend !== undefined && <TestStrip trend={trend} />}</span>
      {(testResult.failedChecks > 0 || isFiltered) && (
        <Button
          compact
          aria-pressed={isFiltered}
          onClick={() => set({ only: isFiltered ? undefined : 'failing' })}
        >
          {isFiltered ? schemaTexts.allFields : schemaTexts.onlyFailing}
        </Button>
      )}
    </section>
  );
}

function sentenceOf({
  failedChecks,
  checkCount,
  server,
}: NonNullable<Model['testResult']>): string {
  if (checkCount === 0) return schemaTexts.noChecks;
  return schemaTexts.verdict(failedChecks, checkCount, server);
}

function TestFacts({ model: { testResult, tables } }: { model: Model }) {
  if (testResult === null) return null;
  const rows = tables.reduce((sum, table) => sum + (rowsOf(table) ?? 0), 0);
  const { timestampStart, timestampEnd } = testResult;
  return (
    <div className="tiny faint">
      <RelativeTime at={timestampEnd} />,{' '}
      {schemaTexts.took(secondsBetween(timestampStart, timestampEnd), rows)}
    </div>
  );
}

function NeverTested() {
  return (
    <section className="verdict idle" aria-label={schemaTexts.broken}>
      <StatusBadge of="test" value="none" />
      <div>
        <div className="medium">{schemaTexts.never}</div>
        <div className="tiny faint">
          {schemaTexts.neverDetail}
          <code>datacontract test --publish</code>.
        </div>
      </div>
    </section>
  );
}
