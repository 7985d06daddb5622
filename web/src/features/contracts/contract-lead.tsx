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
  const names = useQuery(namesQuery(owner === undefined ? [] : [`team:${owner}`])).data;
  const usages = useQuery(usagesQuery(id)).data;
  const offers = usages?.ports.filter(({ role }) => role === 'output-port') ?? [];
  const active = usages?.accesses.filter(({ lifecycle }) => lifecycle === 'active').length ?? 0;
  const parts = [
    owner !== undefined && (
      <>
        {contractTexts.ownedBy}
        <TeamLink id={owner} name={names?.[0]?.name} />
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
