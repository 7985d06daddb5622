import { Link } from '@tanstack/react-router';
import { Badge, StatusBadge } from '../../components/status-badge.tsx';
import { LastDay } from '../../components/values.tsx';
import { useNow } from '../../lib/now.ts';
import { accessTexts } from '../../texts/access.ts';
import { consumerOf, dataOf, stateOf } from './facts.ts';
import type { Access } from './queries.ts';

/** Accesses with their state, what the platform says, and their end. */
export function AccessTable({ accesses }: { accesses: readonly Access[] }) {
  return (
    <div className="card sideways">
      <table className="access-table">
        <thead>
          <tr>
            <th scope="col">{accessTexts.data}</th>
            <th scope="col" className="wide-only">
              {accessTexts.usedBy}
            </th>
            <th scope="col">{accessTexts.state}</th>
            <th scope="col" className="wide-only">
              {accessTexts.platform}
            </th>
            <th scope="col">{accessTexts.ends}</th>
          </tr>
        </thead>
        <tbody>
          {accesses.map((access) => (
            <Row key={access.id} access={access} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ access }: { access: Access }) {
  const { id, info, provisioning } = access;
  const now = useNow();
  return (
    <tr>
      <th scope="row">
        <Link className="link medium" to="/access/$id" params={{ id: id ?? '' }}>
          {dataOf(access)}
        </Link>
        <span className="purpose tiny faint">{info.purpose}</span>
      </th>
      <td className="wide-only">{consumerOf(access)}</td>
      <td>
        <Badge status={stateOf(access, now)} />
      </td>
      <td className="wide-only">
        {provisioning !== undefined && (
          <StatusBadge of="provisioning" value={provisioning.status} bare />
        )}
      </td>
      <td className="nowrap">
        {info.deactivateAt === undefined ? (
          <span className="faint">{accessTexts.noEnd}</span>
        ) : (
          <LastDay end={info.deactivateAt} />
        )}
      </td>
    </tr>
  );
}
