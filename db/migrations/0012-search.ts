import type { Knex } from 'knex';
import { refuse } from '../../domain/errors.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import { toSearchEntry } from '../../domain/kinds/document-head.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { sqlState } from '../postgres-errors.ts';

export async function up(knex: Knex): Promise<void> {
  await createTrigrams(knex);
  await knex.schema.alterTable('documents', (table) => {
    table
      .text('description')
      .notNullable()
      .defaultTo('')
      .comment('Beginning of the description, for answers of the search');
    table
      .text('archetype')
      .comment('What sort of its kind it is: the archetype of a data product, the type of a team');
  });
  await knex.raw(`comment on column documents.search is
    'Words of id and name (A), tags (B), names of fields and ports (C), description (D), and what lists filter by, as tag=…'`);
  await fillAll(knex);
  await createIndexes(knex);
}

/**
 * pg_trgm is a trusted extension: roles that may create schemas in the database may create it. Elsewhere an
 * administrator creates it once, and this step finds it.
 */
async function createTrigrams(knex: Knex): Promise<void> {
  try {
    await knex.raw('create extension if not exists pg_trgm');
  } catch (error) {
    // 42501: missing privilege; 0A000, 58P01, 22023: the server does not have the extension.
    if (!['42501', '0A000', '58P01', '22023'].includes(sqlState(error) ?? '')) throw error;
    const isMissing = sqlState(error) !== '42501';
    refuse(
      'unavailable',
      isMissing
        ? 'The search needs the extension pg_trgm, which this Postgres does not have: install its contrib package ' +
            '(e.g. postgresql-contrib), and migrate again.'
        : 'The search needs the extension pg_trgm, which this user may not create: let an administrator run ' +
            '"create extension pg_trgm" in this database once, or "grant create on database … to …", and migrate again.',
    );
  }
  const { rows } = await knex.raw<{ rows: { schema: string; visible: boolean }[] }>(`
    select n.nspname as schema, to_regprocedure('word_similarity(text, text)') is not null as visible
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`);
  const [extension] = rows;
  if (extension?.visible) return;
  refuse(
    'unavailable',
    `The extension pg_trgm is in the schema "${extension?.schema}", where this user does not look: run ` +
      `"alter extension pg_trgm set schema public", or add that schema to the user's search_path, and migrate again.`,
  );
}

async function createIndexes(knex: Knex): Promise<void> {
  // A search reads the whole pending list; a small list keeps that under a millisecond.
  const pending = 'with (gin_pending_list_limit = 256)';
  await knex.raw('drop index documents_by_words');
  await knex.raw(`create index documents_by_words on documents using gin (search) ${pending}`);
  await knex.raw(
    `create index documents_by_similar_name on documents
      using gin ((left(name, 200) || ' ' || id) gin_trgm_ops) ${pending}`,
  );
  // A lookup by id that is prepared while the table is small picks the newest index that begins with the
  // organization, keeps that plan, and scans all documents once there are many. It cannot pick a partial index:
  // lists also say id <> '', and searches by owner require an owner.
  await knex.raw('drop index documents_by_owner');
  await knex.raw(
    `create index documents_by_owner on documents (organization_id, owner_id, kind, id) where owner_id is not null`,
  );
  const forLists = `where id <> ''`;
  await knex.raw(
    `create index documents_by_creation on documents (organization_id, kind, created_at, id) ${forLists}`,
  );
  await knex.raw(
    `create index documents_by_name on documents
      (organization_id, kind, (left(lower(name), 100) collate "C"), id) ${forLists}`,
  );
}

/** Number of documents per backfill step; their total text size is bounded, too. */
const pageSize = 500;
const pageBytes = 16 * 1024 * 1024;

type Row = { organization_id: string; kind: string; id: string; name: string; body: string };

/**
 * Fills in for every document what its next PUT would write, page by page, so that a large catalog fits into
 * memory.
 */
async function fillAll(knex: Knex): Promise<void> {
  let last: Row | undefined;
  for (;;) {
    const rows = await readPage(knex, last);
    if (rows.length === 0) return;
    await fillPage(knex, rows);
    last = rows.at(-1);
  }
}

async function readPage(knex: Knex, last: Row | undefined): Promise<Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `select organization_id, kind, id, name, body from (
      select page.*, row_number() over whole as place, sum(octet_length(body)) over whole as bytes from (
        select d.organization_id, d.kind, d.id, d.name, r.body::text as body
        from documents d join document_revisions r
          on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
        ${last ? 'where (d.organization_id, d.kind, d.id) > (?::uuid, ?, ?)' : ''}
        order by d.organization_id, d.kind, d.id limit ${pageSize}) page
      window whole as (order by organization_id, kind, id)) sized
    where place = 1 or bytes <= ${pageBytes} order by organization_id, kind, id`,
    last ? [last.organization_id, last.kind, last.id] : [],
  );
  return rows;
}

async function fillPage(knex: Knex, rows: readonly Row[]): Promise<void> {
  const entries = rows.map(toEntry);
  await knex.raw(
    `update documents d set search = i.search, description = i.description, archetype = i.archetype
    from unnest(?::uuid[], ?::text[], ?::text[], ?::tsvector[], ?::text[], ?::text[])
      as i(organization_id, kind, id, search, description, archetype)
    where d.organization_id = i.organization_id and d.kind = i.kind and d.id = i.id`,
    [
      rows.map((row) => row.organization_id),
      rows.map((row) => row.kind),
      rows.map((row) => row.id),
      entries.map((entry) => entry.search),
      entries.map((entry) => entry.description),
      entries.map((entry) => entry.archetype ?? null) as string[],
    ],
  );
}

function toEntry({ kind, id, name, body }: Row): {
  search: string;
  description: string;
  archetype: string | undefined;
} {
  const descriptor = documentKinds.find((known) => known.name === kind);
  const extract = descriptor?.extract(JSON.parse(body) as JsonObject) ?? {
    name,
    description: '',
    status: undefined,
    tags: [],
    owner: { candidates: [], required: false },
  };
  return { ...toSearchEntry(id, extract), archetype: extract.archetype };
}
