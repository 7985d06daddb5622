import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/data/status-badge.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { roughDuration } from '../../lib/durations.ts';
import { countText } from '../../lib/numbers.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';
import { kindsQuery } from './queries.ts';
import type { KindState } from './queries.ts';

const lateSeconds = 60;

/** Background work by kind. */
export function KindTable() {
  const kinds = useQuery(kindsQuery);
  const failed = kinds.data?.reduce((sum, { failedLastDay }) => sum + failedLastDay, 0) ?? 0;
  return (
    <section className="card">
      <header className="wrap">
        <h2>{overviewTexts.work}</h2>
        <span className="small faint">{overviewTexts.lastDay}</span>
        <span className="row push">
          {failed > 0 && (
            <Link
              className="button compact"
              to="/operate/work"
              search={{ state: 'FAILED', since: '24h' }}
            >
              <IconX size={14} aria-hidden />
              {overviewTexts.failed(failed)}
            </Link>
          )}
          <Link className="button compact" to="/operate/work">
            {overviewTexts.allWork}
          </Link>
        </span>
      </header>
      <Loaded query={kinds} skeleton={<Skeleton height={340} />}>
        {(data) => (
          <div className="sideways" role="region" aria-label={overviewTexts.work} tabIndex={0}>
            <table className="dense kind-table">
              <Head />
              <tbody>
                {data.map((kind) => (
                  <Kind key={kind.kind} kind={kind} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </section>
  );
}

function Head() {
  const { kind, waiting, running, done, failed, oldest, outcome } = overviewTexts.columns;
  return (
    <thead>
      <tr>
        <th scope="col">{kind}</th>
        <th scope="col" className="number">
          {waiting}
        </th>
        <th scope="col" className="number wide-only">
          {running}
        </th>
        <th scope="col" className="number wide-only">
          {done}
        </th>
        <th scope="col" className="number">
          {failed}
        </th>
        <th scope="col" className="number wide-only">
          {oldest}
        </th>
        <th scope="col" className="wide-only">
          {outcome}
        </th>
      </tr>
    </thead>
  );
}

type KindProps = { kind: KindState };

function Kind({ kind: state }: KindProps) {
  const { kind, due, running, done, failedLastDay, oldestDueSeconds, paused } = state;
  const isLate = oldestDueSeconds >= lateSeconds;
  return (
    <tr>
      <th scope="row">
        <Link className="hover-link medium" to="/operate/work" search={{ kind }}>
          {kindName(kind)}
        </Link>{' '}
        {paused !== null && (
          <Badge bare status={{ tone: 'warn', word: overviewTexts.paused, icon: 'alert' }} />
        )}
      </th>
      <Cell value={due} search={{ kind, state: 'QUEUED' }} />
      <Cell value={running} search={{ kind, state: 'RUNNING' }} tone="run" isWide />
      <Cell value={done} search={{ kind, state: 'DONE', since: '24h' }} isWide />
      <Cell value={failedLastDay} search={{ kind, state: 'FAILED', since: '24h' }} tone="bad" />
      <td className="number wide-only nowrap">
        {due === 0 ? (
          <span className="faint">–</span>
        ) : (
          <span className={isLate ? 'tone bad' : undefined}>{roughDuration(oldestDueSeconds)}</span>
        )}
      </td>
      <td className="wide-only">
        <Outcome kind={state} />
      </td>
    </tr>
  );
}

type CellProps = {
  value: number;
  search: { kind: string; state: string; since?: string };
  tone?: 'run' | 'bad';
  isWide?: boolean;
};

function Cell({ value, search, tone, isWide }: CellProps) {
  return (
    <td className={isWide === true ? 'number wide-only' : 'number'}>
      {value === 0 ? (
        <span className="faint">0</span>
      ) : (
        <Link
          className={tone === undefined ? 'hover-link' : `hover-link tone ${tone}`}
          to="/operate/work"
          search={search}
        >
          {countText(value)}
        </Link>
      )}
    </td>
  );
}

/** What became of the work of a day: done, running, failed; what waits is left empty. */
function Outcome({ kind: { done, running, failedLastDay, due } }: KindProps) {
  const all = done + running + failedLastDay + due;
  const widthOf = (value: number) => `${all === 0 ? 0 : (value / all) * 100}%`;
  return (
    <span className="outcome" role="img" aria-label={overviewTexts.outcome(done, failedLastDay)}>
      <i className="ok" style={{ width: widthOf(done) }} />
      <i className="run" style={{ width: widthOf(running) }} />
      <i className="bad" style={{ width: widthOf(failedLastDay) }} />
    </span>
  );
}
