import { Link } from '@tanstack/react-router';
import { DocLink, PersonLink, TeamLink } from '../../components/data/links.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { documentHref } from '../../lib/address/document-href.ts';
import { useNow } from '../../lib/now.ts';
import { consumerTexts } from '../../texts/products.ts';
import { AccessPeriod } from '../own-access/access-cards.tsx';
import { accessState, byUrgency } from '../own-access/state.ts';
import type { Access } from '../own-access/state.ts';
import { maxConsumers } from './queries.ts';

type ConsumersTableProps = {
  accesses: readonly Access[];
  /** Without the column of the port: for the page of one. */
  ofPort?: boolean;
};

/** Who uses the product, and who asks to. */
export function ConsumersTable({ accesses, ofPort }: ConsumersTableProps) {
  if (accesses.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={consumerTexts.none}>
          {consumerTexts.noneHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="card sideways" role="region" aria-label={consumerTexts.consumer} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{consumerTexts.consumer}</th>
              {ofPort !== true && <th className="wide-only">{consumerTexts.port}</th>}
              <th>{consumerTexts.state}</th>
              <th className="wide-only">{consumerTexts.purpose}</th>
              <th className="wide-only">{consumerTexts.period}</th>
            </tr>
          </thead>
          <tbody>
            {accesses.toSorted(byUrgency).map((access) => (
              <ConsumerLine key={access.id} access={access} ofPort={ofPort === true} />
            ))}
          </tbody>
        </table>
      </div>
      {accesses.length >= maxConsumers && (
        <p className="small faint">{consumerTexts.first(maxConsumers)}</p>
      )}
    </>
  );
}

function ConsumerLine({ access, ofPort }: { access: Access; ofPort: boolean }) {
  const now = useNow();
  const { provider, info, id } = access;
  const badge = <Badge status={accessState(access, now)} />;
  return (
    <tr>
      <td>
        <Consumer consumer={access.consumer} />
      </td>
      {!ofPort && (
        <td className="wide-only nowrap">
          <Link
            className="link"
            to="/dataproducts/$id/ports/$port"
            params={{ id: provider.dataProductId, port: provider.outputPortId }}
          >
            {provider.outputPortName ?? provider.outputPortId}
          </Link>
        </td>
      )}
      <td>
        {typeof id === 'string' ? <Link to={documentHref('access', id)}>{badge}</Link> : badge}
      </td>
      <td className="wide-only purpose">{info.purpose}</td>
      <td className="wide-only small faint period">
        <AccessPeriod access={access} />
      </td>
    </tr>
  );
}

/** A team, a data product, or a person. */
export function Consumer({ consumer }: { consumer: Access['consumer'] }) {
  const { dataProductId, dataProductName, teamId, teamName, userId, userName } = consumer;
  if (typeof dataProductId === 'string') {
    return <DocLink collection="dataproducts" id={dataProductId} name={dataProductName} />;
  }
  if (typeof teamId === 'string') return <TeamLink id={teamId} name={teamName} />;
  return <PersonLink name={userName} {...(typeof userId === 'string' && { email: userId })} />;
}
