import type { Knex } from 'knex';
import { filterNames } from '../../../domain/documents/text-filters.ts';
import type { FilterName } from '../../../domain/documents/text-filters.ts';
import { targetWord } from '../../../domain/kinds/document-links.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { toAnyFactQuery } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { listTeamsBelow } from '../documents/team-tree.ts';
import { worstResult } from '../../worst-result.ts';
import { resultsFor } from './product-results.ts';

/** Facets of the search results, by which they can be filtered, too. */
export const facetNames = filterNames.filter((name) => name !== 'pii');
export type FacetName = Exclude<FilterName, 'pii'>;

/** Values of filters; documents need one value of each filter with values. */
export type FacetValues = { [Name in FilterName]?: readonly string[] | undefined };

/** A condition on the document `d`; `words` is a tsquery that narrows the candidates by the word index. */
export type Condition = {
  words?: string | undefined;
  sql: string;
  bindings: readonly (string | readonly string[])[];
};

export type Conditions = ReadonlyMap<FilterName, Condition>;

type Resolve = (
  db: Db,
  organizationId: OrganizationId,
  values: readonly string[],
) => Condition | Promise<Condition>;

/** Read from the index of classified contracts only. */
const isClassified = `c.organization_id = ? and c.kind = 'data-contract' and c.classifications is not null and c.classifications && ?`;

/** Products by the contracts that their output ports offer, as an uncorrelated query, with which Postgres can begin. */
const productsOffering = (columns: string): string => `
  from document_references f ${columns}
  where f.organization_id = ? and f.kind = 'data-product' and f.role = 'output-port' and f.target_kind = 'data-contract'`;

const resolvers: Readonly<Record<FilterName, Resolve>> = {
  type: (_db, _id, kinds) => ({ sql: 'd.kind = any(?)', bindings: [kinds] }),
  team: (_db, _id, teams) => ({ sql: 'd.owner_id = any(?)', bindings: [teams] }),
  domain: async (db, organizationId, domains) => {
    const teams = await listTeamsBelow(db, organizationId, domains);
    return { sql: 'd.owner_id = any(?)', bindings: [teams] };
  },
  tag: (_db, _id, tags) => tagCondition(tags),
  status: (_db, _id, statuses) => ({
    words: toAnyFactQuery('status', statuses),
    sql: 'd.status = any(?)',
    bindings: [statuses],
  }),
  portType: (_db, _id, types) => ({
    words: toAnyFactQuery('port', types),
    sql: 'd.port_types && ?',
    bindings: [types],
  }),
  classification: (_db, organizationId, values) => ({
    sql: `(d.kind, d.id) in (
      select c.kind, c.id from documents c where ${isClassified}
      union all
      select f.kind, f.id ${productsOffering(`join documents c on c.id = f.target_id and ${isClassified}`)})`,
    bindings: [organizationId, values, organizationId, values, organizationId],
  }),
  quality: (_db, organizationId, results) => ({
    sql: `(d.kind, d.id) in (
      select 'data-contract', data_contract_id from contract_quality where organization_id = ? and result = any(?)
      union all
      select f.kind, f.id ${productsOffering(
        `join contract_quality q on q.organization_id = f.organization_id and q.data_contract_id = f.target_id
        ${resultsFor('f.id')}`,
      )} group by f.kind, f.id having ${worstResult('s.result')} = any(?))`,
    bindings: [organizationId, results, organizationId, results],
  }),
  certification: async (db, organizationId, ids) => {
    const rows = await runStatement<{ tag: string }>(db, certified, [organizationId, ids]);
    return tagCondition(rows.map(({ tag }) => tag));
  },
  archetype: (_db, _id, archetypes) => ({
    words: toAnyFactQuery('archetype', archetypes),
    sql: 'd.archetype = any(?)',
    bindings: [archetypes],
  }),
  integration: (_db, organizationId, integrations) => ({
    sql: `(d.kind, d.id) in (
      select asset_kind, asset_id from ingested_assets where organization_id = ? and integration_id = any(?))`,
    bindings: [organizationId, integrations],
  }),
  pii: (_db, organizationId, values) => {
    const isPersonal = `(d.search @@ ?::tsquery or (d.kind, d.id) in (
      select f.kind, f.id ${productsOffering(`join documents c on c.organization_id = f.organization_id
        and c.kind = 'data-contract' and c.id = f.target_id and c.search @@ ?::tsquery`)}))`;
    const word = toAnyFactQuery('pii', ['yes']);
    const wanted = values.includes('yes') ? isPersonal : `not ${isPersonal}`;
    const sql = values.includes('yes') && values.includes('no') ? 'true' : wanted;
    return { sql, bindings: sql === 'true' ? [] : [word, word, organizationId] };
  },
  concept: async (db, organizationId, concepts) => {
    const rows = await runStatement<{ target: string }>(db, named, [organizationId, concepts]);
    const targets = rows.map(({ target }) => target);
    return {
      words: wordsOf('concept', targets.map(targetWord)),
      sql: 'd.concepts && ?',
      bindings: [targets],
    };
  },
};

/** Without values, nothing matches: a tsquery cannot say that. */
function wordsOf(name: 'concept' | 'tag', values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : toAnyFactQuery(name, values);
}

function tagCondition(tags: readonly string[]): Condition {
  return { words: wordsOf('tag', tags), sql: 'd.tags && ?', bindings: [tags] };
}

const certified = {
  name: 'search-filters-certified',
  text: `select r.body->>'tag' as tag from documents d
    join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
      and r.revision = d.revision
    where d.organization_id = $1 and d.kind = 'certification' and d.id = any($2) and r.body->>'tag' <> ''`,
};

/** What links to a concept may say: its id or name in its namespace, or its IRI. */
const named = {
  name: 'search-filters-concepts',
  text: `select n.target from unnest($2::text[]) as k(id)
    join namespace_concepts c on c.organization_id = $1 and c.namespace_id = split_part(k.id, '/', 1)
      and c.id = substr(k.id, strpos(k.id, '/') + 1)
    cross join unnest(array[c.namespace_id || '/' || c.id, c.namespace_id || '/' || c.name, c.iri]) as n(target)
    where n.target is not null`,
};

/** The conditions of facets with values. */
export async function resolveFacets(
  db: Db,
  organizationId: OrganizationId,
  values: FacetValues,
): Promise<Conditions> {
  const wanted = filterNames.flatMap((name) => {
    const given = values[name];
    return given && given.length > 0 ? [{ name, given }] : [];
  });
  const conditions = await Promise.all(
    wanted.map(async ({ name, given }) => {
      return [name, await resolvers[name](db, organizationId, given)] as const;
    }),
  );
  return new Map(conditions);
}

/** Adds the conditions to a query on the documents `d`. */
export function applyConditions(query: Knex.QueryBuilder, conditions: Iterable<Condition>): void {
  for (const { words, sql, bindings } of conditions) {
    if (words !== undefined) void query.whereRaw('d.search @@ ?::tsquery', [words]);
    void query.whereRaw(sql, bindings as unknown as Knex.RawBinding[]);
  }
}
