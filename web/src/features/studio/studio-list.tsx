import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { studioTexts } from '../../texts/studio/studio.ts';
import type { StudioLine } from './lines.ts';

type StudioListProps = { lines: readonly StudioLine[]; total: number; isOfTeam: boolean };

/** What waits, each line with its action. */
export function StudioList({ lines, total, isOfTeam }: StudioListProps) {
  const { nextLine, previousLine } = inboxTexts.keys;
  useRowKeys('.studio-line > a', { next: nextLine, previous: previousLine });
  if (lines.length === 0) {
    const { nothing, nothingOfTeam, nothingDetail } = studioTexts;
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={isOfTeam ? nothingOfTeam : nothing}>
          {nothingDetail}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul className="studio-lines" aria-label={studioTexts.list}>
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
      {total > lines.length && (
        <p className="tiny faint">{studioTexts.more(lines.length, total)}</p>
      )}
    </>
  );
}

function Line({ line: { title, detail, status, since, action } }: { line: StudioLine }) {
  return (
    <li className="studio-line">
      <div className="studio-what">
        <span className="medium ellipsis">{title}</span>
        {detail !== null && <span className="small faint ellipsis">{detail}</span>}
      </div>
      <Badge status={status} />
      <span className="tiny faint nowrap wide-only">
        {since !== undefined && (
          <>
            {since.word}
            <RelativeTime at={since.at} />
          </>
        )}
      </span>
      <Link className="button compact" to={action.href} aria-label={`${action.name}: ${title}`}>
        {action.name}
      </Link>
    </li>
  );
}
