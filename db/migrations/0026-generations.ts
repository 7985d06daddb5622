import type { Knex } from 'knex';
import { instant, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('generations', (table) => {
    table.comment('Code that was generated from contracts, by what it was made of');
    organization(table);
    table.binary('contract_hash').notNullable().comment('SHA-256 of the text of the contract');
    table
      .binary('request_hash')
      .notNullable()
      .comment('SHA-256 of format, dialect, server, variant and edition of the generators');
    table.text('format').notNullable().comment('What was asked for, e.g. sql-ddl');
    table.uuid('work_id').notNullable().comment('Work that generates, or has generated');
    table.text('answer').comment('The files as JSON; null while they are not there');
    table.integer('bytes').notNullable().defaultTo(0).comment('Size of the answer');
    instant(table, 'requested_at').notNullable().comment('When it was first asked for');
    instant(table, 'used_at').notNullable().comment('Last use, written at most once a day');
    table.primary(['organization_id', 'contract_hash', 'request_hash']);
  });
  await knex.raw('create index generations_by_work on generations (organization_id, work_id)');
  await knex.raw('create index generations_by_use on generations (used_at)');
}
