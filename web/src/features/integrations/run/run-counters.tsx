import { countText } from '../../../lib/numbers.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import type { IntegrationRun } from '../queries.ts';

/** The numbers of a run, and how far it is. */
export function RunCounters({ run }: { run: IntegrationRun }) {
  const { assetsProcessed: seen, assetsExpected: expected, assetsPerSecond: rate, status } = run;
  const isUndo = run.kind === 'undo';
  const isRunning = status === 'RUNNING';
  return (
    <>
      {isRunning && expected !== null && expected > 0 && (
        <progress
          className="run-progress wide"
          aria-label={runTexts.progress}
          max={expected}
          value={Math.min(seen, expected)}
        />
      )}
      <dl className="run-numbers card" aria-label={runTexts.counters}>
        <Counter
          name={isUndo ? runTexts.lookedAt : runTexts.seen}
          value={seen}
          below={belowSeen(run, rate)}
        />
        <Counter name={isUndo ? runTexts.putBack : runTexts.created} value={run.assetsCreated} />
        <Counter name={isUndo ? runTexts.restored : runTexts.updated} value={run.assetsUpdated} />
        {!isUndo && <Counter name={runTexts.unchanged} value={run.assetsUnchanged} />}
        <Counter name={runTexts.removed} value={run.assetsDeleted} />
        {run.assetsSkipped > 0 && <Counter name={runTexts.skipped} value={run.assetsSkipped} />}
      </dl>
    </>
  );
}

function belowSeen({ kind, status, assetsExpected }: IntegrationRun, rate: number | null): string {
  const of =
    status === 'RUNNING' && assetsExpected !== null
      ? [
          kind === 'undo'
            ? runTexts.lookedAtOf(countText(assetsExpected))
            : runTexts.seenOf(countText(assetsExpected)),
        ]
      : [];
  const speed = rate === null ? [] : [runTexts.perSecond(countText(rate))];
  return [...of, ...speed].join(', ');
}

function Counter({ name, value, below = '' }: { name: string; value: number; below?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={value === 0 ? 'zero' : undefined}>
        {countText(value)}
        {below !== '' && <span className="tiny faint">{below}</span>}
      </dd>
    </div>
  );
}
