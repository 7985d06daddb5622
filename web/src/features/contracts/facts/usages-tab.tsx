import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { DocLink, PersonLink, TeamLink } from '../../../components/data/links.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { TableCard } from '../../../components/data/table-card.tsx';
import { Day } from '../../../components/data/values.tsx';
import { usageTexts } from '../../../texts/contracts/contract-parts.ts';
import { portTypeName } from '../../../texts/port-types.ts';
import { usagesQuery } from '../queries.ts';
import type { Model, Usages } from '../queries.ts';

/** The products that offer or take the data, and who has access to it. */
export function UsagesTab({ model: { id } }: { model: Model }) {
  const usages = useQuery(usagesQuery(id));
  return (
    <Loaded query={usages}>
      {(data) => (
        <div className="stack-16">
          <Ports ports={data.ports} />
          <Accesses accesses={data.accesses} count={data.accessCount} />
        </div>
      )}
    </Loaded>
  );
}

function Ports({ ports }: Pick<Usages, 'ports'>) {
  if (ports.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={usageTexts.noPorts}>
        {usageTexts.noPortsDetail}
      </EmptyState>
    );
  }
  return (
    <TableCard title={usageTexts.ports}>
      <thead>
        <tr>
          <th>{usageTexts.product}</th>
          <th className="wide-only">{usageTexts.port}</th>
          <th>{usageTexts.role}</th>
          <th className="wide-only">{usageTexts.owner}</th>
          <th>{usageTexts.state}</th>
        </tr>
      </thead>
      <tbody>
        {ports.map((port) => (
          <PortRow key={`${port.role} ${port.dataProductId} ${port.portId}`} port={port} />
        ))}
      </tbody>
    </TableCard>
  );
}

function PortRow({ port }: { port: Usages['ports'][number] }) {
  return (
    <tr>
      <td>
        <DocLink collection="dataproducts" id={port.dataProductId} name={port.dataProductName} />
      </td>
      <td className="wide-only soft">
        {port.portName ?? port.portId}
        {port.portType !== null && <span className="faint"> · {portTypeName(port.portType)}</span>}
      </td>
      <td className="soft">{port.role === 'output-port' ? usageTexts.output : usageTexts.input}</td>
      <td className="wide-only">
        {port.ownerId !== null && <TeamLink id={port.ownerId} name={port.ownerName} />}
      </td>
      <td>{port.status !== null && <StatusBadge of="document" value={port.status} />}</td>
    </tr>
  );
}

type Access = Usages['accesses'][number];

function Consumer({ access }: { access: Access }) {
  const { consumerDataProduct: product, consumerTeam: team } = access;
  if (product.id !== null) {
    return <DocLink collection="dataproducts" id={product.id} name={product.name} />;
  }
  if (team.id !== null) return <TeamLink id={team.id} name={team.name} />;
  return <PersonLink name={access.consumerUserName} email={access.consumerUserId} />;
}

function Accesses({ accesses, count }: { accesses: Usages['accesses']; count: number }) {
  if (accesses.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={usageTexts.noAccesses}>
        {usageTexts.noAccessesDetail}
      </EmptyState>
    );
  }
  return (
    <TableCard
      title={usageTexts.accesses}
      beside={
        accesses.length < count && (
          <span className="small faint">{usageTexts.more(accesses.length, count)}</span>
        )
      }
    >
      <thead>
        <tr>
          <th>{usageTexts.who}</th>
          <th className="wide-only">{usageTexts.port}</th>
          <th>{usageTexts.state}</th>
          <th>{usageTexts.until}</th>
        </tr>
      </thead>
      <tbody>
        {accesses.map((access) => (
          <tr key={access.id}>
            <td>
              <Consumer access={access} />
            </td>
            <td className="wide-only soft">
              {access.dataProductName ?? access.dataProductId} / {access.outputPortId}
            </td>
            <td>
              <StatusBadge of="access" value={access.lifecycle} />
            </td>
            <td className="soft">
              {access.endDate === null ? usageTexts.noEnd : <Day date={access.endDate} />}
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}
