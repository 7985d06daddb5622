import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { NamespaceKey } from './namespaces.ts';

/** Names one concept. */
export type ConceptKey = { organizationId: OrganizationId; namespaceId: string; id: string };

/** A concept as it is stored; `body` is JSON text of its fields and relationships. */
export type StoredConcept = {
  namespaceId: string;
  id: string;
  name: string;
  type: string;
  iri: string | null;
  revision: number;
  body: string;
};

const columns = `namespace_id as "namespaceId", id, name, type, iri, revision, body::text as body`;

const find = {
  name: 'namespace-concepts-find',
  text: `select ${columns} from namespace_concepts where organization_id = $1 and namespace_id = $2 and id = $3`,
};

/** The concept with this identity. */
export async function findConcept(db: Db, key: ConceptKey): Promise<StoredConcept | undefined> {
  const values = [key.organizationId, key.namespaceId, key.id];
  const [row] = await runStatement<StoredConcept>(db, find, values);
  return row;
}

/**
 * One look-up for each text: this leaves the planner no alternative, even before a new namespace is analyzed.
 */
const lookUp = (
  condition: string,
  namespace = '$2',
): string => `select c.* from k cross join lateral (
      select ${columns} from namespace_concepts
      where organization_id = $1 and namespace_id = ${namespace} and ${condition} offset 0) c`;

const findNamed = {
  name: 'namespace-concepts-find-named',
  text: `with k as materialized (select distinct key collate "C" as key from unnest($3::text[]) as key)
    ${lookUp('id = k.key')}
    union all
    ${lookUp('name = k.key and name <> id')}`,
};

/** Concepts whose id or name is one of these texts. */
export function listConceptsNamed(
  db: Db,
  { organizationId, id }: NamespaceKey,
  named: readonly string[],
): Promise<StoredConcept[]> {
  if (named.length === 0) return Promise.resolve([]);
  return runStatement(db, findNamed, [organizationId, id, [...named]]);
}

const findByIri = {
  name: 'namespace-concepts-find-by-iri',
  text: `select ${columns} from namespace_concepts
    where organization_id = $1 and iri = $2 and iri is not null order by namespace_id, id limit 1`,
};

/** The first concept, in the order of namespaces, that has this IRI. */
export async function findConceptByIri(
  db: Db,
  organizationId: OrganizationId,
  iri: string,
): Promise<StoredConcept | undefined> {
  const [row] = await runStatement<StoredConcept>(db, findByIri, [organizationId, iri]);
  return row;
}

const list = {
  name: 'namespace-concepts-list',
  text: `select ${columns} from namespace_concepts
    where organization_id = $1 and namespace_id = $2 and ($3::text is null or id > $3) order by id limit $4 offset $5`,
};

export type ConceptPage = { after: string | undefined; limit: number; offset: number };

/** A page of the concepts of a namespace, in the order of their ids. */
export function listConcepts(
  db: Db,
  { organizationId, id }: NamespaceKey,
  { after, limit, offset }: ConceptPage,
): Promise<StoredConcept[]> {
  return runStatement(db, list, [organizationId, id, after, limit, offset]);
}

/** A relationship with the concept that holds it. `fields` is JSON text. */
export type StoredRelationship = { id: string; conceptId: string; fields: string };

const related = `from namespace_concepts c cross join unnest(c.relationship_ids) with ordinality as r(id, place)
    where c.organization_id = $1 and c.namespace_id = $2`;
const fields = `(c.body->'relationships'->(r.place::int - 1)->'fields')::text`;

/**
 * Selects the page first: reading from the bodies of all relationships would take seconds. Uses a subquery,
 * because a join may compare every row of the page with every concept while a new namespace is not analyzed.
 */
const listRelated = {
  name: 'namespace-concepts-list-relationships',
  text: `with r as materialized (
      select r.id, c.id as concept_id, r.place ${related} and ($3::text is null or r.id collate "C" > $3)
      order by r.id collate "C", c.id limit $4 offset $5)
    select r.id, r.concept_id as "conceptId", (select ${fields} from namespace_concepts c
      where c.organization_id = $1 and c.namespace_id = $2 and c.id = r.concept_id) as fields
    from r order by r.id collate "C", r.concept_id`,
};

/** A page of the relationships of a namespace, in the order of their ids. */
export function listRelationships(
  db: Db,
  { organizationId, id }: NamespaceKey,
  { after, limit, offset }: ConceptPage,
): Promise<StoredRelationship[]> {
  return runStatement(db, listRelated, [organizationId, id, after, limit, offset]);
}

const findRelated = {
  name: 'namespace-concepts-find-relationship',
  text: `select r.id, c.id as "conceptId", ${fields} as fields ${related}
    and c.relationship_ids @> array[$3::text] and r.id = $3 order by c.id limit 1`,
};

/** The relationship with this id. */
export async function findRelationship(
  db: Db,
  { organizationId, namespaceId, id }: ConceptKey,
): Promise<StoredRelationship | undefined> {
  const values = [organizationId, namespaceId, id];
  const [row] = await runStatement<StoredRelationship>(db, findRelated, values);
  return row;
}

const listNames = {
  name: 'namespace-concepts-names',
  text: `with k as materialized (
      select distinct n.namespace_id collate "C" as namespace_id, named.key collate "C" as key
      from unnest($2::text[]) as n(namespace_id) cross join unnest($3::text[]) as named(key)),
    c as (
      ${lookUp('id = k.key', 'k.namespace_id')}
      union all
      ${lookUp('name = k.key and name <> id', 'k.namespace_id')})
    select "namespaceId", array_agg(id) || array_agg(name) as names from c group by "namespaceId"`,
};

/** Ids and names of the concepts of these namespaces whose id or name is one of the texts. */
export function listConceptNames(
  db: Db,
  organizationId: OrganizationId,
  namespaces: readonly string[],
  named: readonly string[],
): Promise<{ namespaceId: string; names: string[] }[]> {
  if (namespaces.length === 0 || named.length === 0) return Promise.resolve([]);
  return runStatement(db, listNames, [organizationId, [...namespaces], [...named]]);
}

/** Unchanged rows are not written; rows that only moved keep their revision and head. */
const upsert = {
  name: 'namespace-concepts-upsert',
  text: `with input as (
      select * from json_to_recordset($3::json) as i(id text, name text, type text, iri text, position int,
        relationship_ids text[], held text[], parents text[], body json, hash text, status text, tags text[], description text, search text)),
    stored as (
      select c.id, c.content_hash from namespace_concepts c
      where c.organization_id = $1 and c.namespace_id = $2 and c.id in (select id collate "C" from input)),
    concept as (
      insert into namespace_concepts
        (organization_id, namespace_id, id, name, type, iri, position, revision, relationship_ids, held, parents, body,
         content_hash)
      select $1, $2, i.id, i.name, i.type, i.iri, i.position, $4, i.relationship_ids, i.held, i.parents, i.body, decode(i.hash, 'hex')
      from input i
      on conflict (organization_id, namespace_id, id) do update set
        name = excluded.name, type = excluded.type, iri = excluded.iri, position = excluded.position,
        relationship_ids = excluded.relationship_ids, held = excluded.held, parents = excluded.parents, body = excluded.body, content_hash = excluded.content_hash,
        revision = case when namespace_concepts.content_hash = excluded.content_hash
          then namespace_concepts.revision else excluded.revision end
      where (namespace_concepts.content_hash, namespace_concepts.position)
        is distinct from (excluded.content_hash, excluded.position))
    insert into documents (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, content_hash,
      created_at, updated_at, description)
    select $1, 'semantic-concept', $2 || '/' || i.id, $4, 0, $5, i.name, i.status, i.tags, i.search::tsvector,
      decode(i.hash, 'hex'), $6, $6, i.description
    from input i left join stored s on s.id = i.id collate "C"
    where s.content_hash is distinct from decode(i.hash, 'hex')
    on conflict (organization_id, kind, id) do update set
      revision = excluded.revision, owner_id = excluded.owner_id, name = excluded.name, status = excluded.status,
      tags = excluded.tags, search = excluded.search, content_hash = excluded.content_hash,
      updated_at = excluded.updated_at, description = excluded.description`,
};

/**
 * Writes the changed ones among these concepts (JSON rows of `domain/semantics/concept-rows.ts`), and their
 * heads.
 */
export async function upsertConcepts(
  tx: Tx,
  { organizationId, id }: NamespaceKey,
  write: { rows: string; revision: number; ownerId: string | undefined; now: Date },
): Promise<void> {
  const { rows, revision, ownerId, now } = write;
  await runStatement(tx, upsert, [organizationId, id, rows, revision, ownerId, now]);
}

const findHolders = {
  name: 'namespace-concepts-holders',
  text: `select c.id, c.name, h.held from namespace_concepts c cross join unnest(c.held) as h(held)
    where c.organization_id = $1 and c.namespace_id = $2 and c.held && $3::text[] and h.held = any($3)`,
};

/** Concepts with a relationship to a concept of this name. */
export function listHolders(
  db: Db,
  { organizationId, id }: NamespaceKey,
  named: readonly string[],
): Promise<{ id: string; name: string; held: string }[]> {
  if (named.length === 0) return Promise.resolve([]);
  return runStatement(db, findHolders, [organizationId, id, [...named]]);
}
