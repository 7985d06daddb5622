import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { listKeyTexts } from '../../texts/operate/lists.ts';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { eventKindName, eventName } from '../../texts/event-names.ts';
import { auditTexts } from '../../texts/operate/audit.ts';
import type { AuditSearch } from './audit-search.ts';
import type { AuditEntry } from './queries.ts';

type AuditTableProps = {
  entries: readonly AuditEntry[];
  search: AuditSearch;
  onAuthor: (principal: string) => void;
};

/** Actions, newest first; each opens with what it changed. */
export function AuditTable({ entries, search, onAuthor }: AuditTableProps) {
  useRowKeys('.feed-table .row-link', listKeyTexts);
  return (
    <div className="card sideways" role="region" aria-label={auditTexts.title} tabIndex={0}>
      <table className="feed-table">
        <thead>
          <tr>
            <th scope="col">{auditTexts.what}</th>
            <th scope="col">{auditTexts.about}</th>
            <th scope="col" className="wide-only">
              {auditTexts.author}
            </th>
            <th scope="col">{auditTexts.at}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} search={search} onAuthor={onAuthor} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<AuditTableProps, 'entries'> & { entry: AuditEntry };

function Row({ entry, search, onAuthor }: RowProps) {
  const { id, type, kind, subject, subjectName, principal, note, data } = entry;
  const author = authorName(entry);
  return (
    <tr>
      <td>
        <Link
          className="row-link"
          to="/operate/audit"
          search={{ ...search, entry: id }}
          resetScroll={false}
        >
          {eventName(type)}
        </Link>
        {typeof data?.['tool'] === 'string' && <div className="tiny soft mono">{data['tool']}</div>}
        {note !== undefined && <div className="tiny soft mail-reason">{note}</div>}
        <div className="tiny faint narrow-only">{author}</div>
      </td>
      <td>
        <SubjectLink kind={kind} id={subject} name={subjectName} />
        <div className="tiny faint wide-only">{eventKindName(kind)}</div>
      </td>
      <td className="wide-only">
        <button
          type="button"
          className="as-link"
          title={auditTexts.onlyBy(author)}
          onClick={() => onAuthor(principal)}
        >
          {author}
        </button>
      </td>
      <td className="soft nowrap">
        <RelativeTime at={entry.at} />
      </td>
    </tr>
  );
}

/** Who did it, by name, and the agent that acted for them. */
export function authorName({ principal, principalName, agent }: AuditEntry): string {
  const name = principalName ?? (principal === 'system' ? auditTexts.system : principal);
  return agent === undefined ? name : auditTexts.through(name, agent);
}
