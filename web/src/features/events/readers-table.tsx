import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { browserName } from '../../lib/browser-name.ts';
import { countText } from '../../lib/numbers.ts';
import { eventPatterns, lagText, readerTexts } from '../../texts/operate/events.ts';
import type { FeedReader } from './queries.ts';

const keyOf = ({ form, feed, principal, webhookId, agent }: FeedReader): string =>
  [form, feed, principal, webhookId, agent].join(' ');

/** As the page of connectors calls them: behind when an event waits for longer than a minute. */
const behindAfterSeconds = 60;

const stateOf = ({ status, lagEvents, lagSeconds }: FeedReader): string =>
  status === 'active' && lagEvents > 0 && lagSeconds > behindAfterSeconds ? 'behind' : status;

/** Who reads the feed, and how far behind they are. */
export function ReadersTable({ readers }: { readers: readonly FeedReader[] }) {
  return (
    <div className="card sideways" role="region" aria-label={readerTexts.title} tabIndex={0}>
      <table className="feed-table">
        <thead>
          <tr>
            <th scope="col">{readerTexts.name}</th>
            <th scope="col">{readerTexts.state}</th>
            <th scope="col" className="number">
              {readerTexts.behind}
            </th>
            <th scope="col" className="number wide-only">
              {readerTexts.position}
            </th>
            <th scope="col" className="wide-only">
              {readerTexts.reads}
            </th>
            <th scope="col" className="wide-only">
              {readerTexts.lastSeen}
            </th>
          </tr>
        </thead>
        <tbody>
          {readers.map((reader, index) => (
            <Row key={`${keyOf(reader)} ${index}`} reader={reader} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ reader }: { reader: FeedReader }) {
  const { lagEvents, lagSeconds, types, lastSeenAt } = reader;
  return (
    <tr>
      <td>
        <Name reader={reader} />
      </td>
      <td>
        <StatusBadge of="reader" value={stateOf(reader)} />
      </td>
      <td className="number">
        {lagEvents === 0 ? (
          <span className="faint">
            {reader.status === 'disabled' ? readerTexts.notReading : readerTexts.upToDate}
          </span>
        ) : (
          <>
            {readerTexts.lag(lagEvents)}
            <div className="tiny faint">{lagText(lagSeconds)}</div>
          </>
        )}
      </td>
      <td className="number wide-only">{countText(reader.position)}</td>
      <td className="wide-only soft small">
        <Types types={types} />
      </td>
      <td className="wide-only soft nowrap">
        {lastSeenAt === null ? readerTexts.never : <RelativeTime at={lastSeenAt} />}
      </td>
    </tr>
  );
}

const maxListed = 3;

/** The types that a reader asks for, with names of patterns. Pages follow some sixty types: a long list is folded. */
function Types({ types }: Pick<FeedReader, 'types'>) {
  if (types === null || types.includes('*')) return readerTexts.allTypes;
  const names = types.map((type) => eventPatterns[type] ?? type).join(', ');
  if (types.length <= maxListed) return names;
  return (
    <details>
      <summary>{readerTexts.types(types.length)}</summary>
      {names}
    </details>
  );
}

function Name({
  reader: { form, feed, name, principalName, webhookId, agent },
}: {
  reader: FeedReader;
}) {
  const words = [
    readerTexts.forms[form] ?? form,
    readerTexts.feeds[feed],
    agent && browserName(agent),
  ];
  return (
    <>
      {webhookId === null ? (
        <span className="medium">{name ?? principalName ?? readerTexts.deleted}</span>
      ) : (
        <Link className="link" to="/operate/webhooks/$id/{-$tab}" params={{ id: webhookId }}>
          {name ?? webhookId}
        </Link>
      )}
      <div className="tiny faint">{words.filter(Boolean).join(' · ')}</div>
    </>
  );
}
