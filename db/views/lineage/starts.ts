import type { MatchingIntegration } from '../../../domain/lineage/match-nodes.ts';
import type { LineageNodeType } from '../../../domain/lineage/nodes.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';

const known = {
  name: 'lineage-starts-known',
  text: `select id from lineage_nodes where organization_id = $1 and id = any($2::uuid[])`,
};

/** Those of the ids that are nodes. */
export async function listKnownNodes(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(db, known, [organizationId, ids]);
  return rows.map(({ id }) => id);
}

const ofProduct = {
  name: 'lineage-starts-product',
  text: `select distinct p.node_id as id from lineage_ports p
    where p.organization_id = $1 and p.data_product_id = $2 and ($3::text is null or exists (
      select from lineage_nodes n where n.organization_id = $1 and n.id = p.node_id and n.type = $3))
    order by 1 limit $4`,
};

/** Up to `limit` jobs and written datasets of a data product; with `type`, only those. */
export async function listNodesOfProduct(
  db: Db,
  organizationId: OrganizationId,
  { dataProductId, type }: { dataProductId: string; type?: LineageNodeType },
  limit: number,
): Promise<string[]> {
  const values = [organizationId, dataProductId, type ?? null, limit];
  const rows = await runStatement<{ id: string }>(db, ofProduct, values);
  return rows.map(({ id }) => id);
}

export type NamedNode = {
  id: string;
  type: LineageNodeType;
  namespace: string;
  name: string;
  assetId: string | null;
};

const named = {
  name: 'lineage-starts-named',
  text: `select n.id, n.type, n.namespace, n.name, n.asset_id as "assetId" from lineage_nodes n
    where n.organization_id = $1 and n.asset_id = $2
    union
    select n.id, n.type, n.namespace, n.name, n.asset_id from unnest($3::text[]) as w(name) join lineage_nodes n
      on n.organization_id = $1 and n.type = 'dataset' and "left"(n.name, 200) collate "C" = "left"(w.name, 200) and n.name = w.name
    order by id limit $4`,
};

/** Up to `limit` datasets that events connect with the asset, or that have one of the names. */
export function listNodesNamed(
  db: Db,
  organizationId: OrganizationId,
  { assetId, names }: { assetId: string; names: readonly string[] },
  limit: number,
): Promise<NamedNode[]> {
  return runStatement(db, named, [organizationId, assetId, names, limit]);
}

/** Nodes that begin so: texts before the first asterisk, or whole names without one. */
export type NodeBeginnings = { type: LineageNodeType; namespace: string; name: string };

const ofNames = `"left"(name, 200) collate "C" between w.name_from and w.name_to`;

/** The nodes between the bounds, in the order of an index, so that only what is found is read. */
const between = (name: string, conditions: string, order: string): Statement => ({
  name: `lineage-starts-beginning-${name}`,
  text: `select n.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      as w(type, namespace_from, namespace_to, name_from, name_to) cross join lateral (
      select id, type, namespace, name, asset_id as "assetId" from lineage_nodes
      where organization_id = $1 and type = w.type and ${conditions} order by ${order} limit $7) n`,
});

const byName = between('name', ofNames, '"left"(name, 200) collate "C"');
const byNamespace = between(
  'namespace',
  `"left"(namespace, 200) collate "C" between w.namespace_from and w.namespace_to and ${ofNames}`,
  '"left"(namespace, 200) collate "C", "left"(name, 200) collate "C"',
);

/** The bounds of texts that begin so; no character is above U+10FFFF. */
function boundsOf(pattern: string): [string, string] {
  const [beginning = '', ...more] = pattern.split('*');
  const characters = Array.from(beginning).slice(0, 200).join('');
  return [characters, more.length === 0 ? characters : `${characters}\u{10ffff}`];
}

/** Nodes that begin so, up to `limit` for each entry. */
export async function listNodesBeginning(
  db: Db,
  organizationId: OrganizationId,
  wanted: readonly NodeBeginnings[],
  limit: number,
): Promise<NamedNode[]> {
  const isByName = ({ namespace, name }: NodeBeginnings): boolean =>
    namespace.includes('*') && !name.startsWith('*');
  const run = (statement: Statement, entries: readonly NodeBeginnings[]): Promise<NamedNode[]> => {
    const namespaces = entries.map(({ namespace }) => boundsOf(namespace));
    const names = entries.map(({ name }) => boundsOf(name));
    return runStatement(db, statement, [
      organizationId,
      entries.map(({ type }) => type),
      ...[namespaces, names].flatMap((bounds) => [
        bounds.map(([from]) => from),
        bounds.map(([, to]) => to),
      ]),
      limit,
    ]);
  };
  const found = await Promise.all([
    run(byName, wanted.filter(isByName)),
    run(
      byNamespace,
      wanted.filter((each) => !isByName(each)),
    ),
  ]);
  return [...new Map(found.flat().map((node) => [node.id, node])).values()];
}

const integrations = {
  name: 'lineage-integrations',
  text: `select id, source from integrations where organization_id = $1 order by id limit 200`,
};

/** The integrations whose assets datasets may be. */
export function listMatchingIntegrations(
  db: Db,
  organizationId: OrganizationId,
): Promise<MatchingIntegration[]> {
  return runStatement(db, integrations, [organizationId]);
}

// A port is called by its id, or else by its name.
const ports = {
  name: 'lineage-ports-known',
  text: `select distinct on (w.product, w.port) w.product, w.port, coalesce(p.body->>'id', p.body->>'name') as id,
      coalesce(p.body->>'contractId', p.body->>'dataContractId') as "contractId"
    from unnest($2::text[], $3::text[]) as w(product, port)
    join documents d on d.organization_id = $1 and d.kind = 'data-product' and d.id = w.product
    join document_revisions r on r.organization_id = $1 and r.kind = 'data-product' and r.id = d.id and r.revision = d.revision
    cross join lateral json_array_elements(case json_typeof(r.body->'outputPorts') when 'array' then r.body->'outputPorts' else '[]' end)
      with ordinality as p(body, n)
    where json_typeof(p.body) = 'object' and w.port in (coalesce(p.body->>'id', p.body->>'name'), p.body->>'name')
    order by w.product, w.port, coalesce(p.body->>'id', p.body->>'name') = w.port desc, p.n`,
};

/** An output port as a text names it, with its id and its contract. */
export type KnownPort = { product: string; port: string; id: string; contractId: string | null };

/** Those of the output ports that their products have. */
export async function listKnownPorts(
  db: Db,
  organizationId: OrganizationId,
  named: readonly { product: string; port: string }[],
): Promise<KnownPort[]> {
  if (named.length === 0) return [];
  const values = [
    organizationId,
    named.map(({ product }) => product),
    named.map(({ port }) => port),
  ];
  return runStatement(db, ports, values);
}
