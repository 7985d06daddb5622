import type { Knex } from 'knex';
import { documentKinds } from '../../domain/kinds/index.ts';
import type { JsonObject } from '../../lib/json/json.ts';

const names = [
  'features',
  'team-roles',
  'customization',
  'lineage-rules',
  'scim-mapping',
  'dataproduct-score',
  'dataproduct-types',
  'email-templates',
];

/** Adds what scores of data products are computed from, and the settings of scores, types of products, and texts of mails. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('documents', (table) => {
    table
      .jsonb('score_facts')
      .comment('What scores of products need of a contract, a product, or a team; null for others');
  });
  await fillAll(knex);
  await knex.raw('alter table settings_documents drop constraint settings_documents_name');
  const list = names.map((name) => `'${name}'`).join(', ');
  await knex.raw(
    `alter table settings_documents add constraint settings_documents_name check (name in (${list}))`,
  );
}

/** Number of documents per step; their total size is bounded, too. */
const pageSize = 500;
const pageBytes = 16 * 1024 * 1024;

type Row = { organization_id: string; kind: string; id: string; body: string };

/** Fills in what the next PUT of each contract, product and team would write. */
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
        where d.kind in ('data-contract', 'data-product', 'team')
        ${last ? 'and (d.organization_id, d.kind, d.id) > (?::uuid, ?, ?)' : ''}
        order by d.organization_id, d.kind, d.id limit ${pageSize}) page
      window whole as (order by organization_id, kind, id)) sized
    where place = 1 or bytes <= ${pageBytes} order by organization_id, kind, id`,
    last ? [last.organization_id, last.kind, last.id] : [],
  );
  return rows;
}

async function fillPage(knex: Knex, rows: readonly Row[]): Promise<void> {
  await knex.raw(
    `update documents d set score_facts = i.facts
    from unnest(?::uuid[], ?::text[], ?::text[], ?::jsonb[]) as i(organization_id, kind, id, facts)
    where d.organization_id = i.organization_id and d.kind = i.kind and d.id = i.id`,
    [
      rows.map((row) => row.organization_id),
      rows.map((row) => row.kind),
      rows.map((row) => row.id),
      rows.map(factsOf),
    ],
  );
}

function factsOf({ kind: name, body }: Row): string {
  const kind = documentKinds.find((known) => known.name === name);
  if (!kind) throw new Error(`there is no kind of document '${name}'`);
  return JSON.stringify(kind.extract(JSON.parse(body) as JsonObject).scoreFacts);
}
