import { Link } from '@tanstack/react-router';
import { Badge, StatusBadge } from '../../components/data/status-badge.tsx';
import type { StatusWord } from '../../texts/status-words.ts';
import { jobName } from '../../texts/operations/job-names.ts';
import { batchTexts, workTexts } from '../../texts/operations/work.ts';
import type { BatchAction, BatchRow } from './queries.ts';
import { nameOfWork } from './work-facts.ts';

type RowsProps = { action: BatchAction; hasEnded: boolean; rows: readonly BatchRow[] };

/** What became of each piece of work. */
export function BatchRows({ action, hasEnded, rows }: RowsProps) {
  return (
    <div className="card sideways" role="region" aria-label={batchTexts.rows} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{workTexts.columns.work}</th>
            <th scope="col">{batchTexts.outcomes}</th>
            <th scope="col" className="wide-only">
              {batchTexts.reason}
            </th>
            <th scope="col" className="wide-only">
              {batchTexts.now}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.workId}>
              <th scope="row">
                <Piece row={row} />
              </th>
              <td>
                <Badge status={wordOf(row, action, hasEnded)} />
                {row.reason !== null && <div className="tiny soft narrow-only">{row.reason}</div>}
              </td>
              <td className="wide-only small soft">{row.reason}</td>
              <td className="wide-only">
                {row.state !== null && <StatusBadge of="work" value={row.state} bare />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Piece({ row: { workId, job, key, subjectName } }: { row: BatchRow }) {
  if (job === null) return <span className="faint">{batchTexts.deleted}</span>;
  return (
    <>
      <Link className="hover-link medium row-link" to="/operate/work/$id" params={{ id: workId }}>
        {nameOfWork({ subjectName, job })}
      </Link>
      <div className="tiny faint ellipsis">{subjectName === null ? key : jobName(job)}</div>
    </>
  );
}

function wordOf({ outcome }: BatchRow, action: BatchAction, hasEnded: boolean): StatusWord {
  const words = batchTexts.outcome;
  if (outcome === 'done') return { tone: 'ok', word: batchTexts.done[action], icon: 'check' };
  if (outcome === 'refused') return { tone: 'warn', word: words.refused, icon: 'alert' };
  if (outcome === 'failed') return { tone: 'bad', word: words.failed, icon: 'x' };
  return hasEnded
    ? { tone: 'idle', word: batchTexts.left, icon: 'none' }
    : { tone: 'run', word: words.waiting, icon: 'waits' };
}
