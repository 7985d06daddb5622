import type { Knex } from 'knex';
import { instant, key, organization, organizationUnchecked, refers } from './column-types.ts';

/** Fake accesses for developers of provisioning components, apart from all real ones. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('sandboxes', (table) => {
    table.comment('Fake accesses on which provisioning components are tried');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    key(table, 'owner')
      .notNullable()
      .comment(
        'Person or key: person:<e-mail address in lower case>, or the name of the principal',
      );
    table.text('name').notNullable().comment('Name for people');
    table.text('created_by').notNullable().comment('Who made it, e.g. user:<id>');
    table.specificType('setup', 'json').notNullable().comment('Platform, roles and dates');
    table.specificType('state', 'json').notNullable().comment('State of the fake access');
    table.bigInteger('ahead_ms').notNullable().comment('By how much its clock is ahead');
    instant(table, 'created_at').notNullable().comment('When it was made');
    instant(table, 'expires_at').notNullable().comment('When it ends by itself');
    table.primary(['organization_id', 'id']);
  });
  await knex.raw('create index sandboxes_by_owner on sandboxes (organization_id, owner, id)');
  await knex.raw('create index sandboxes_by_end on sandboxes (expires_at)');
  await knex.schema.createTable('sandbox_entries', (table) => {
    table.comment('What happened in a sandbox: its events, and requests of the component');
    organizationUnchecked(table);
    table.uuid('sandbox_id').notNullable().comment('The sandbox');
    table.specificType('n', 'bigint generated always as identity').notNullable().comment('Order');
    table.uuid('id').notNullable().comment('UUIDv7; of an event, its id in the feed');
    table.text('kind').notNullable().comment('event, report or read');
    table.text('type').notNullable().comment('Type of the event, name of the report or route');
    table.text('principal').notNullable().comment('Who did it');
    table.specificType('body', 'json').notNullable().comment('Its data');
    instant(table, 'sandbox_at').notNullable().comment('Time of the clock of the sandbox');
    instant(table, 'at').notNullable().comment('When it happened');
    table.primary(['organization_id', 'sandbox_id', 'n']);
    refers(table, 'sandbox_id', 'sandboxes', 'CASCADE');
  });
}
