import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { sqlState } from '../../postgres-errors.ts';
import { runStatement } from '../../statement.ts';

// A schema of its own, which is neither in migrations nor in backups: a server without pgvector has none, and embeddings are computed anew.
const table = 'search_embeddings.documents';

const createTable = `
  create schema if not exists search_embeddings;
  create table if not exists ${table} (
    organization_id uuid not null, kind text collate "C" not null, id text collate "C" not null,
    content_hash bytea not null, model text not null, embedding vector not null,
    primary key (organization_id, kind, id),
    foreign key (organization_id, kind, id) references documents on delete cascade)`;

/** True if embeddings can be stored: makes the table where the server has pgvector and this user may create it. */
export async function prepareEmbeddings(db: Db): Promise<boolean> {
  if (await hasEmbeddings(db)) return true;
  try {
    await db.raw('create extension if not exists vector');
    await db.raw(createTable);
    return true;
  } catch (error) {
    // 42501: missing privilege; 0A000, 58P01, 22023: the server does not have the extension.
    if (['42501', '0A000', '58P01', '22023'].includes(sqlState(error) ?? '')) return false;
    throw error;
  }
}

/** True if the server has pgvector. */
export async function canEmbed(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { found: boolean }[] }>(
    `select exists (select 1 from pg_available_extensions where name = 'vector') as found`,
  );
  return rows[0]?.found === true;
}

/** True if the table exists. */
export async function hasEmbeddings(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { found: boolean }[] }>(
    `select to_regclass('${table}') is not null as found`,
  );
  return rows[0]?.found === true;
}

/** A document without a current embedding, and its text. */
export type Unembedded = {
  organizationId: OrganizationId;
  kind: string;
  id: string;
  contentHash: Buffer;
  text: string;
};

const listMissing = {
  name: 'embeddings-missing',
  text: `select d.organization_id as "organizationId", d.kind, d.id, d.content_hash as "contentHash",
      concat_ws(E'\\n', d.name, array_to_string(d.tags, ', '), d.description) as text
    from documents d
    left join ${table} e on e.organization_id = d.organization_id and e.kind = d.kind and e.id = d.id
      and e.content_hash = d.content_hash and e.model = $1
    where e.id is null limit $2`,
};

/** Some documents that have changed since they were embedded, or were embedded by another model. */
export function listUnembedded(db: Db, model: string, limit: number): Promise<Unembedded[]> {
  return runStatement<Unembedded>(db, listMissing, [model, limit]);
}

const store = {
  name: 'embeddings-store',
  text: `insert into ${table} (organization_id, kind, id, content_hash, model, embedding)
    select d.organization_id, d.kind, d.id, i.hash, $5, i.embedding::vector
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $6::text[]) as i(organization_id, kind, id, hash, embedding)
    join documents d on d.organization_id = i.organization_id and d.kind = i.kind and d.id = i.id
    on conflict (organization_id, kind, id) do update set
      content_hash = excluded.content_hash, model = excluded.model, embedding = excluded.embedding`,
};

/** Stores embeddings of documents that still exist. */
export async function storeEmbeddings(
  tx: Tx,
  model: string,
  embedded: readonly (Unembedded & { embedding: readonly number[] })[],
): Promise<void> {
  await runStatement(tx, store, [
    embedded.map(({ organizationId }) => organizationId),
    embedded.map(({ kind }) => kind),
    embedded.map(({ id }) => id),
    embedded.map(({ contentHash }) => contentHash),
    model,
    embedded.map(({ embedding }) => JSON.stringify(embedding)),
  ]);
}

/** An embedding of a query, and the distance up to which documents are close. */
export type QueryVector = { embedding: readonly number[]; model: string; maxDistance: number };

/** The documents among the matches `d` that are closest in meaning, the closest first. */
export function listNearest(
  matching: Knex.QueryBuilder,
  { embedding, model, maxDistance }: QueryVector,
  limit: number,
): Knex.QueryBuilder<object, { kind: string; id: string }[]> {
  const vector = JSON.stringify(embedding);
  return matching
    .joinRaw(
      // Vectors of other lengths have no distance, which is an error of Postgres.
      `join ${table} e on e.organization_id = d.organization_id and e.kind = d.kind and e.id = d.id and e.model = ?
      cross join lateral (
        select case when vector_dims(e.embedding) = ? then (e.embedding <=> ?::vector)::float8 end as distance offset 0) near`,
      [model, embedding.length, vector],
    )
    .where('near.distance', '<=', maxDistance)
    .select<{ kind: string; id: string }[]>('d.kind', 'd.id')
    .orderByRaw('near.distance, d.id')
    .limit(limit);
}
