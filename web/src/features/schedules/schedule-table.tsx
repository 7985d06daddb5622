import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { exactTime } from '../../lib/dates.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import { cronSentence } from '../../texts/contracts/cron-sentence.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';
import { scheduleListTexts } from '../../texts/operations/schedules.ts';
import type { Schedule } from './queries.ts';

/** Schedules with their sentence, their next times and their state. */
export function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  const { name, when, next, last, state } = scheduleListTexts.columns;
  return (
    <div className="card sideways" role="region" aria-label={scheduleListTexts.title} tabIndex={0}>
      <table className="schedule-table">
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col" className="wide-only">
              {when}
            </th>
            <th scope="col">{next}</th>
            <th scope="col" className="wide-only">
              {last}
            </th>
            <th scope="col" className="wide-only">
              {state}
            </th>
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule) => (
            <Line key={schedule.id} schedule={schedule} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const pages: Readonly<Record<string, (id: string) => string>> = {
  integration: (id) => `/operate/integrations/${encodeURIComponent(id)}`,
  'data-contract': (id) => `/datacontracts/${encodeURIComponent(id)}/quality`,
};

type LineProps = { schedule: Schedule };

function Line({ schedule }: LineProps) {
  const { name, kind, key, subject, cron, timezone, lastFiredAt } = schedule;
  const page = subject && pages[subject.kind]?.(subject.id);
  return (
    <tr>
      <th scope="row">
        {page ? (
          <Link className="hover-link medium row-link" to={page}>
            {name}
          </Link>
        ) : (
          <span className="medium">{name}</span>
        )}
        <div className="tiny faint">
          {kindName(kind)} ·{' '}
          <Link className="link" to="/operate/work" search={{ kind, key }}>
            {scheduleListTexts.work}
          </Link>
        </div>
        <div className="narrow-only">
          <State schedule={schedule} />
        </div>
      </th>
      <td className="wide-only">
        <div className="schedule-when">{cronSentence(cron)}</div>
        <div className="tiny faint">
          <code>{cron}</code> · {timezone}
        </div>
      </td>
      <td>
        <Next schedule={schedule} />
      </td>
      <td className="wide-only faint nowrap">
        {lastFiredAt === null ? scheduleListTexts.never : <RelativeTime at={lastFiredAt} />}
      </td>
      <td className="wide-only">
        <State schedule={schedule} />
      </td>
    </tr>
  );
}

function Next({ schedule: { nextDueAt, next, name, enabled } }: LineProps) {
  if (!enabled) return <span className="faint">–</span>;
  if (nextDueAt === null) return <span className="faint">{scheduleListTexts.noNext}</span>;
  return (
    <details className="next-times">
      <summary aria-label={`${scheduleListTexts.nextFive}: ${name}`}>
        <RelativeTime at={nextDueAt} />
      </summary>
      <ol className="tiny soft">
        {next.map((at) => (
          <li key={at}>
            <time dateTime={at}>{exactTime(new Date(at))}</time>
          </li>
        ))}
      </ol>
    </details>
  );
}

function statusOf({ enabled, overdue, paused, lastSkippedAt, lastFiredAt }: Schedule): StatusWord {
  const { states } = scheduleListTexts;
  if (!enabled) return { tone: 'idle', word: states.off, icon: 'none' };
  if (paused) return { tone: 'warn', word: states.paused, icon: 'alert' };
  if (overdue) return { tone: 'bad', word: states.overdue, icon: 'x' };
  const wasSkipped = lastSkippedAt !== null && lastSkippedAt > (lastFiredAt ?? '');
  if (wasSkipped) return { tone: 'warn', word: states.skipped, icon: 'alert' };
  return { tone: 'ok', word: states.on, icon: 'check' };
}

function State({ schedule }: LineProps) {
  const { lastSkippedAt } = schedule;
  const status = statusOf(schedule);
  return (
    <>
      <Badge bare status={status} />
      {status.word === scheduleListTexts.states.skipped && lastSkippedAt !== null && (
        <div className="tiny faint">
          {scheduleListTexts.skipped}
          <RelativeTime at={lastSkippedAt} />
        </div>
      )}
    </>
  );
}
