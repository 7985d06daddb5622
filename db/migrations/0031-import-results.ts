import type { Knex } from 'knex';
import { organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('import_results', (table) => {
    table.comment('Answers of imports with an Idempotency-Key, one row per committed batch');
    organizationUnchecked(table);
    table.text('principal').notNullable().comment('As in idempotency_keys');
    table.text('key').notNullable().comment('As in idempotency_keys');
    table.bigint('position').notNullable().comment('Documents of the import up to this batch');
    table.text('results').notNullable().comment('Lines of the answer, one per document');
    table.primary(['organization_id', 'principal', 'key', 'position']);
    table
      .foreign(['organization_id', 'principal', 'key'], 'import_results_import')
      .references(['organization_id', 'principal', 'key'])
      .inTable('idempotency_keys')
      .onDelete('CASCADE');
  });
  await knex.raw(`comment on column idempotency_keys.status is
    'HTTP status of the answer; null while the request waits for its work, or its import is not complete'`);
  await knex.raw(`comment on column idempotency_keys.headers is 'Headers of the answer'`);
  await knex.raw(
    `comment on column idempotency_keys.body is 'Body of the answer; of an import only the summary'`,
  );
  await knex.raw(
    `comment on column idempotency_keys.claimed_at is 'When the request was stored, in the transaction of its effects'`,
  );
}
