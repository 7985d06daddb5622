import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DocLink, TeamLink } from '../../components/data/links.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { contractTexts } from '../../texts/contracts/contract.ts';
import { usagesQuery } from './queries.ts';
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
  const usages = useQuery(usagesQuery(id)).data;
  const owner = usages?.owner.id == null ? undefined : { ...usages.owner, id: usages.owner.id };
  const parts: ReactNode[] = [];
  if (owner !== undefined) {
    parts.push(
      <>
        {contractTexts.ownedBy}
        <TeamLink {...owner} />
      </>,
    );
  }
  if (usages !== undefined) parts.push(...usageParts(usages, owner !== undefined));
  if (parts.length === 0) return null;
  return (
    <p>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ', '}
          {part}
        </span>
      ))}
      .
    </p>
  );
}

function usageParts({ ports, accesses }: Usages, isSecond: boolean): ReactNode[] {
  const offers = ports.filter(({ role }) => role === 'output-port');
  const active = contractTexts.activeAccesses(
    accesses.filter(({ lifecycle }) => lifecycle === 'active').length,
  );
  if (offers.length === 0) return [active];
  return [
    <>
      {isSecond ? contractTexts.offeredBy : contractTexts.offeredByFirst}
      <Offers offers={offers} />
    </>,
    active,
  ];
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
