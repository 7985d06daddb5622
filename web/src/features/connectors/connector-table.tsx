import { DocLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { durationText } from '../../lib/durations.ts';
import { countText } from '../../lib/numbers.ts';
import { connectorTexts } from '../../texts/operate/connectors.ts';
import type { Connector } from './queries.ts';
import './connectors.css';

/** Connectors with their heartbeat and their place in the feed. */
export function ConnectorTable({ connectors }: { connectors: readonly Connector[] }) {
  const { connector, state, lastSeen, behind, position, key, title } = connectorTexts;
  return (
    <div className="card sideways" role="region" aria-label={title} tabIndex={0}>
      <table className="connector-table">
        <thead>
          <tr>
            <th scope="col">{connector}</th>
            <th scope="col">{state}</th>
            <th scope="col" className="wide-only">
              {lastSeen}
            </th>
            <th scope="col">{behind}</th>
            <th scope="col" className="number wide-only">
              {position}
            </th>
            <th scope="col" className="wide-only">
              {key}
            </th>
          </tr>
        </thead>
        <tbody>
          {connectors.map((each) => (
            <Row key={each.connectorId} connector={each} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ connector }: { connector: Connector }) {
  const { connectorId, type, description, version, status, lastSeenAt, position } = connector;
  const facts = [type, version === null ? null : connectorTexts.version(version)];
  return (
    <tr>
      <td>
        <DocLink collection="connectors" id={connectorId} name={connectorId} />
        <div className="tiny faint">{facts.filter((fact) => fact !== null).join(', ')}</div>
        {description !== null && <div className="tiny faint">{description}</div>}
      </td>
      <td>
        <StatusBadge of="connector" value={status} />
      </td>
      <td className="wide-only soft nowrap">
        <RelativeTime at={lastSeenAt} />
      </td>
      <td>
        <Behind connector={connector} />
      </td>
      <td className="number wide-only">{position === null ? '–' : countText(position)}</td>
      <td className="wide-only soft">{connector.principalName ?? '–'}</td>
    </tr>
  );
}

/** The API counts up to this many events. */
const maxBehind = 10_000;

function Behind({ connector: { behindEvents: events, behindSeconds } }: { connector: Connector }) {
  if (events === null) return <span className="faint">{connectorTexts.noPosition}</span>;
  if (events === 0) return <span className="soft">{connectorTexts.upToDate}</span>;
  return (
    <>
      {connectorTexts.behindEvents(events, events >= maxBehind)}
      {behindSeconds !== null && <div className="tiny faint">{durationText(behindSeconds)}</div>}
    </>
  );
}
