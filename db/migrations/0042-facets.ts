import type { Knex } from 'knex';
import { documentKinds } from '../../domain/kinds/index.ts';
import { toSearchEntry } from '../../domain/kinds/document-head.ts';
import type { SearchEntry } from '../../domain/kinds/document-head.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { instant, key, organization } from './column-types.ts';

/** Adds what the search counts matches by, and the newest test of each contract. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('documents', (table) => {
    table.text('version').comment('Version that the document declares');
    table
      .specificType('port_types', 'text[]')
      .comment('Types of the output ports; null without any');
    table
      .specificType('classifications', 'text[]')
      .comment('Classifications of the fields; null without any');
    table
      .specificType('concepts', 'text[]')
      .comment('Concepts that it may link: <namespace>/<concept>, or an IRI; null without any');
  });
  await createQuality(knex);
  await fillAll(knex);
  // Classifications of contracts are counted for the products that offer them; reading the heads for that takes 60 ms of 100,000.
  await knex.raw(`create index documents_classified on documents (organization_id, id) include (kind, classifications)
    where kind = 'data-contract' and classifications is not null`);
}

async function createQuality(knex: Knex): Promise<void> {
  await knex.schema.createTable('contract_quality', (table) => {
    table.comment('The newest test of each contract, by its start');
    organization(table);
    key(table, 'data_contract_id').notNullable().comment('Contract that was tested');
    key(table, 'test_result_id').notNullable().comment('Result of that test');
    table.text('result').notNullable().comment('Worst result of its checks');
    instant(table, 'timestamp_start').notNullable().comment('Start of that test');
    table.integer('check_count').notNullable().comment('How many checks it has');
    table.integer('failed_checks').notNullable().comment('How many of them are failed or error');
    table.primary(['organization_id', 'data_contract_id']);
  });
  await knex.raw(`insert into contract_quality
    select distinct on (organization_id, data_contract_id) organization_id, data_contract_id, id, result, timestamp_start,
      check_count, failed_checks
    from test_results order by organization_id, data_contract_id, timestamp_start desc, created_at desc, id desc`);
}

/** Number of documents per step; their total size is bounded, too. */
const pageSize = 500;
const pageBytes = 16 * 1024 * 1024;

type Row = { organization_id: string; kind: string; id: string; body: string };

/** Fills in what the next PUT of each contract and product would write. */
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
    `select organization_id, kind, id, body from (
      select page.*, row_number() over whole as place, sum(octet_length(body)) over whole as bytes from (
        select d.organization_id, d.kind, d.id, r.body::text as body
        from documents d join document_revisions r
          on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
        where d.kind in ('data-contract', 'data-product')
        ${last ? 'and (d.organization_id, d.kind, d.id) > (?::uuid, ?, ?)' : ''}
        order by d.organization_id, d.kind, d.id limit ${pageSize}) page
      window whole as (order by organization_id, kind, id)) sized
    where place = 1 or bytes <= ${pageBytes} order by organization_id, kind, id`,
    last ? [last.organization_id, last.kind, last.id] : [],
  );
  return rows;
}

const list = (column: string): string =>
  `(select array_agg(value) from json_array_elements_text(i.${column}::json) as value)`;

async function fillPage(knex: Knex, rows: readonly Row[]): Promise<void> {
  const entries = rows.map(toEntry);
  const texts = (read: (entry: SearchEntry) => string | undefined) =>
    entries.map((entry) => read(entry) ?? null) as string[];
  await knex.raw(
    `update documents d set search = case when d.search = i.search then d.search else i.search end, version = i.version,
      port_types = ${list('port_types')}, classifications = ${list('classifications')}, concepts = ${list('concepts')}
    from unnest(?::uuid[], ?::text[], ?::text[], ?::tsvector[], ?::text[], ?::text[], ?::text[], ?::text[])
      as i(organization_id, kind, id, search, version, port_types, classifications, concepts)
    where d.organization_id = i.organization_id and d.kind = i.kind and d.id = i.id`,
    [
      rows.map((row) => row.organization_id),
      rows.map((row) => row.kind),
      rows.map((row) => row.id),
      texts(({ search }) => search),
      texts(({ version }) => version),
      texts(({ portTypes }) => portTypes),
      texts(({ classifications }) => classifications),
      texts(({ concepts }) => concepts),
    ],
  );
}

function toEntry({ kind: name, id, body }: Row): SearchEntry {
  const kind = documentKinds.find((known) => known.name === name);
  if (!kind) throw new Error(`there is no kind of document '${name}'`);
  return toSearchEntry(id, kind.extract(JSON.parse(body) as JsonObject));
}
