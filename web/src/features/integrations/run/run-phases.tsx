import { useTick } from '../../../lib/hooks/use-tick.ts';
import { StatusIcon } from '../../../components/data/status-icon.tsx';
import { durationText } from '../../../lib/durations.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import type { IntegrationRun } from '../queries.ts';

/** The phases of a run as bars whose widths are their times. */
export function RunPhases({ run }: { run: IntegrationRun }) {
  const isRunning = run.status === 'RUNNING';
  const now = useTick(isRunning);
  const isBad = run.status === 'FAILED';
  const phases = run.phases.map(({ phase, startedAt, endedAt }, index) => {
    const end = endedAt ?? run.completedAt;
    const seconds = Math.max(
      0,
      ((end === null ? now : Date.parse(end)) - Date.parse(startedAt)) / 1_000,
    );
    const isLast = index === run.phases.length - 1;
    return { phase, seconds, isOpen: isLast && isRunning, isBad: isLast && isBad };
  });
  const all = phases.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  return (
    <ol className="run-phases" aria-label={runTexts.phasesLabel}>
      {phases.map(({ phase, seconds, isOpen, isBad: isStopped }, index) => (
        <li
          key={`${phase} ${index}`}
          className={isOpen ? 'open' : isStopped ? 'bad' : undefined}
          style={{ flexGrow: Math.max(seconds / all, 0.04) }}
        >
          <span className="run-bar" aria-hidden />
          <span className="run-phase">
            {isOpen && <StatusIcon name="running" />}
            {isStopped && <StatusIcon name="x" />}
            {runTexts.phases[phase] ?? phase}
          </span>
          <span className="tiny faint">{durationText(seconds)}</span>
        </li>
      ))}
    </ol>
  );
}
