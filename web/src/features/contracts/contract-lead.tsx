import { useQuery } from '@tanstack/react-query';
import { DocLink, TeamLink } from '../../components/links.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { contractTexts } from '../../texts/contract.ts';
import { editPermissionQuery, namesQuery, usagesQuery } from './queries.ts';
import type { Model, Usages } from './queries.ts';

/** What the contract is for, who owns it, where it is offered. */
export function ContractLead({ model }: { model: Model }) {
  const { purpose } = model.description;
  return (
    <div className="contract-lead small soft">
      {purpose !== null && <Markdown text={purpose} />}
      <Facts id={model.id} />
    </div>
  );
}

function Facts({ id }: { id: string }) {
  const owner = useQuery(editPermissionQuery(id)).data?.path[0];
  const usages = useQuery(usagesQuery(id)).data;
  // Most contracts are offered by the team that owns them, whose name is there already.
  const known = usages?.ports.find(({ ownerId }) => ownerId === owner)?.ownerName ?? undefined;
  const isUnnamed = owner !== undefined && usages !== undefined && known === undefined;
  const names = useQuery(namesQuery(isUnnamed ? [`team:${owner}`] : [])).data;
  const offers = usages?.ports.filter(({ role }) => role === 'output-port') ?? [];
  const active = usages?.accesses.filter(({ lifecycle }) => lifecycle === 'active').length ?? 0;
  const parts = [
    owner !== undefined && (usages !== undefined || names !== undefined) && (
      <>
        {contractTexts.ownedBy}
        <TeamLink id={owner} name={known ?? names?.[0]?.name} />
      </>
    ),
    offers.length > 0 && (
      <>
        {owner === undefined ? '' : contractTexts.offeredBy}
        <Offers offers={offers} />
      </>
    ),
    usages !== undefined && contractTexts.activeAccesses(active),
  ].filter((part) => part !== false);
  return (
    <p>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ', '}
          {part}
        </span>
      ))}
      {parts.length > 0 && '.'}
    </p>
  );
}

function Offers({ offers }: { offers: Usages['ports'] }) {
  return offers.map(({ dataProductId, dataProductName, portName, portId }, index) => (
    <span key={`${dataProductId} ${portId}`}>
      {index > 0 && ', '}
      <DocLink
        collection="dataproducts"
        id={dataProductId}
        name={`${dataProductName} / ${portName ?? portId}`}
      />
    </span>
  ));
}
