import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { listKeyTexts } from '../../texts/operate/lists.ts';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { mailTexts } from '../../texts/operate/mail.ts';
import type { MailSearch } from './mail-search.ts';
import type { Mail } from './queries.ts';

type MailTableProps = {
  mails: readonly Mail[];
  search: MailSearch;
  onTeam: (teamId: string) => void;
};

/** Messages with their recipients and what became of them. */
export function MailTable({ mails, search, onTeam }: MailTableProps) {
  useRowKeys('.feed-table .row-link', listKeyTexts);
  return (
    <div className="card sideways" role="region" aria-label={mailTexts.title} tabIndex={0}>
      <table className="feed-table">
        <thead>
          <tr>
            <th scope="col">{mailTexts.template}</th>
            <th scope="col" className="wide-only">
              {mailTexts.recipient}
            </th>
            <th scope="col" className="wide-only">
              {mailTexts.subject}
            </th>
            <th scope="col">{mailTexts.state}</th>
            <th scope="col">{mailTexts.at}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <Row key={mail.id} mail={mail} search={search} onTeam={onTeam} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a message says, by its template. */
export const templateName = (template: string): string => mailTexts.templates[template] ?? template;

type RowProps = Omit<MailTableProps, 'mails'> & { mail: Mail };

function Row({ mail, search, onTeam }: RowProps) {
  const { id, template, medium, recipient, teamId, teamName } = mail;
  return (
    <tr>
      <td>
        <Link
          className="row-link"
          to="/operate/mail"
          search={{ ...search, message: id }}
          resetScroll={false}
        >
          {templateName(template)}
        </Link>
        <div className="tiny faint narrow-only">
          <Recipient address={recipient} />
        </div>
      </td>
      <td className="wide-only">
        <div>{recipient === null ? mailTexts.noRecipient : <Recipient address={recipient} />}</div>
        <div className="tiny faint">
          {mailTexts.media[medium]} ·{' '}
          <button
            type="button"
            className="as-link"
            title={mailTexts.onlyTeam(teamName ?? teamId)}
            onClick={() => onTeam(teamId)}
          >
            {teamName ?? teamId}
          </button>
        </div>
      </td>
      <td className="wide-only">
        <SubjectLink kind={mail.subjectKind} id={mail.subjectId} name={mail.subjectName} />
      </td>
      <td>
        <MailState mail={mail} />
      </td>
      <td className="soft nowrap">
        <RelativeTime at={mail.createdAt} />
      </td>
    </tr>
  );
}

/** The state with the reason why it is not sent. */
function MailState({ mail: { status, reason, attempts } }: { mail: Mail }) {
  return (
    <>
      <StatusBadge of="mail" value={status} />
      {attempts > 1 && <span className="tiny faint"> {mailTexts.attempts(attempts)}</span>}
      {reason !== null && status !== 'sent' && (
        <div className="tiny soft wide-only mail-reason">{reason}</div>
      )}
    </>
  );
}

/** An address that is too long for its column breaks before its domain. */
function Recipient({ address }: { address: string | null }) {
  const at = address?.lastIndexOf('@') ?? -1;
  if (address === null || at === -1) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
