import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DocLink, TeamLink } from '../../../components/data/links.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { kindName } from '../../../texts/kinds.ts';
import { usageTexts } from '../../../texts/documents.ts';
import { carriersQuery, usagesQuery } from '../queries.ts';
import type { CarrierFilter, Json } from '../queries.ts';

type UsagesProps = { collection: string; id: string; document: Json };

/** What uses the document: by its tag, by links, or by the ports that read it. Policies have findings instead. */
export function Usages({ collection, id, document }: UsagesProps) {
  if (collection === 'definitions' || collection === 'sourcesystems') {
    return <UsedBy collection={collection} id={id} />;
  }
  const carriers = carriersOf(collection, id, document);
  return carriers === undefined ? null : <Carriers collection={collection} {...carriers} />;
}

type CarriersOf = { filter: CarrierFilter; search: Record<string, string[]> };

function carriersOf(collection: string, id: string, document: Json): CarriersOf | undefined {
  switch (collection) {
    case 'tags':
      return { filter: { tag: [id] }, search: { tag: [id] } };
    case 'certifications':
      return { filter: { certification: [id] }, search: { certification: [id] } };
    case 'classification-schemes': {
      const classification = namesOfClasses(document);
      return { filter: { classification }, search: { classification } };
    }
    default:
      return undefined;
  }
}

/** Contracts name a class by its id or by its name. */
function namesOfClasses({ classifications }: Json): string[] {
  const all = Array.isArray(classifications) ? (classifications as Json[]) : [];
  const names = all.flatMap(({ externalId, name }) => [externalId, name]);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

const collections: Readonly<Record<string, string>> = {
  DATA_PRODUCT: 'dataproducts',
  DATA_CONTRACT: 'datacontracts',
  DATA_ASSET: 'assets',
  DEFINITION: 'definitions',
  TEAM: 'teams',
  SOURCE_SYSTEM: 'sourcesystems',
  CONNECTOR: 'connectors',
  'data-contract': 'datacontracts',
  'data-product': 'dataproducts',
};

const kindNames: Readonly<Record<string, string>> = {
  'data-contract': 'DATA_CONTRACT',
  'data-product': 'DATA_PRODUCT',
};

function Carriers({ collection, filter, search }: CarriersOf & { collection: string }) {
  const query = useQuery(carriersQuery(filter));
  return (
    <Section>
      <Loaded query={query}>
        {({ results, total }) => (
          <>
            <UsageTable
              collection={collection}
              rows={results.map(({ resourceType, id, name, ownerId, ownerName }) => ({
                kind: resourceType,
                id,
                name,
                ownerId: ownerId ?? null,
                ownerName: ownerName ?? null,
              }))}
            />
            {total > results.length && (
              <Link className="link small" to="/" search={search}>
                {usageTexts.all(total)}
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function UsedBy({ collection, id }: { collection: 'definitions' | 'sourcesystems'; id: string }) {
  const query = useQuery(usagesQuery(collection, id));
  return (
    <Section>
      <Loaded query={query}>{(rows) => <UsageTable collection={collection} rows={rows} />}</Loaded>
    </Section>
  );
}

function Section({ children }: { children: ReactNode }) {
  return (
    <section>
      <h2 className="part-title">{usageTexts.title}</h2>
      {children}
    </section>
  );
}

type Row = {
  kind: string;
  id: string;
  name: string;
  ownerId: string | null;
  ownerName: string | null;
};

function UsageTable({ collection, rows }: { collection: string; rows: readonly Row[] }) {
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={usageTexts.none}>
          {usageTexts.noneBy[collection as keyof typeof usageTexts.noneBy]}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card sideways" role="region" aria-label={usageTexts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{usageTexts.name}</th>
            <th>{usageTexts.kind}</th>
            <th className="wide-only">{usageTexts.owner}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <UsageLine key={`${row.kind} ${row.id}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UsageLine({ row: { kind, id, name, ownerId, ownerName } }: { row: Row }) {
  const collection = collections[kind];
  return (
    <tr>
      <td>
        {collection === undefined ? name : <DocLink collection={collection} id={id} name={name} />}
      </td>
      <td className="soft">{kindName(kindNames[kind] ?? kind)}</td>
      <td className="wide-only">
        {ownerId === null ? '–' : <TeamLink id={ownerId} name={ownerName} />}
      </td>
    </tr>
  );
}
