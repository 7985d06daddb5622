import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../components/states/loaded.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { testTexts } from '../../../texts/contracts/contract-tests.ts';
import type { Model } from '../queries.ts';
import { secondsBetween } from '../checks/order.ts';
import { ChecksTable } from './checks-table.tsx';
import { endedRunsQuery } from './run-queries.ts';
import { resultQuery } from '../checks/result-query.ts';
import type { FullResult, LogLine } from '../checks/result-query.ts';

/** One result: its checks, worst first, with the rows that failed, and its log. */
export function ResultView({ model, id }: { model: Model; id: string }) {
  const query = useQuery(resultQuery(model.id, id));
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={10} />}>
      {(result) => <Result result={result} />}
    </Loaded>
  );
}

function Result({ result }: { result: FullResult }) {
  const { checks, logs, timestampStart, timestampEnd } = result;
  const failed = checks.filter((check) => check.result === 'failed' || check.result === 'error');
  return (
    <section className="stack-16" aria-label={testTexts.result}>
      <header className="row wrap">
        <StatusBadge of="test" value={result.result} />
        <h2>
          {testTexts.checksOf(failed.length, checks.length)}
          {result.server !== null && result.server !== undefined && ` · ${result.server}`}
        </h2>
        <span className="tiny faint">
          <RelativeTime at={timestampStart} />,{' '}
          {testTexts.took(secondsBetween(timestampStart, timestampEnd))},{' '}
          {testTexts.version(result.dataContractVersion)}
          <Requester result={result} />
        </span>
      </header>
      <ChecksTable checks={checks} />
      <Log lines={logs} />
    </section>
  );
}

/** Who asked for the test; unknown for a published result and for an old one. */
function Requester({ result: { id, dataContractId } }: { result: FullResult }) {
  const runs = useQuery(endedRunsQuery(dataContractId)).data;
  const run = runs?.find(({ testResultId }) => testResultId === id);
  if (run === undefined) return null;
  const { trigger, requestedByName } = run;
  if (trigger === 'schedule') return <>, {testTexts.bySchedule}</>;
  return requestedByName === null ? null : <>, {testTexts.requestedBy(requestedByName)}</>;
}

function Log({ lines }: { lines: readonly LogLine[] }) {
  if (lines.length === 0) return null;
  const sorted = [...lines].sort((one, other) =>
    (one.timestamp ?? '').localeCompare(other.timestamp ?? ''),
  );
  return (
    <details className="card">
      <summary className="log-summary">
        {testTexts.log} <span className="faint small">{testTexts.logLines(lines.length)}</span>
      </summary>
      <pre className="code-block log" tabIndex={0} role="region" aria-label={testTexts.log}>
        {sorted.map(({ timestamp, level, message }, index) => (
          <div key={index} className={level === 'ERROR' ? 'bad-text' : undefined}>
            {timestamp?.slice(11, 23)} {(level ?? '').padEnd(5)} {message}
          </div>
        ))}
      </pre>
    </details>
  );
}
