import type { Knex } from 'knex';
import { instant, key, organization, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createAccess(knex);
  await createIndexes(knex);
  await createDeletedAccess(knex);
  await createReports(knex);
  await createAlerts(knex);
}

async function createAccess(knex: Knex): Promise<void> {
  await knex.schema.createTable('access', (table) => {
    table.comment(
      'Agreements to use an output port: what was said, where they stand, and who is concerned',
    );
    organization(table);
    key(table, 'id').notNullable().comment('Identifier chosen by the caller');
    table.integer('revision').notNullable().comment('Raised by every change; the ETag');
    table
      .text('state')
      .notNullable()
      .checkIn(['requested', 'rejected', 'upcoming', 'active', 'expired'], 'access_state')
      .comment('active from AccessActivatedEvent to AccessDeactivatedEvent');
    table
      .specificType('body', 'json')
      .notNullable()
      .comment('As sent, without what the server answers for');
    key(table, 'provider_product_id').notNullable().comment('Data product whose port is used');
    key(table, 'provider_port_id').notNullable().comment('Output port: its id, else its name');
    key(table, 'provider_port_name').comment('Its name, by which some clients know it');
    key(table, 'provider_team_id').comment('Owner of that product when it was last requested');
    table.text('platform').comment('Type of that port when it was last requested');
    key(table, 'contract_id').comment('Contract of the port at the time of the request');
    table.text('contract_version').comment('Version of that contract then');
    table
      .text('consumer_type')
      .notNullable()
      .checkIn(['team', 'user', 'dataproduct'], 'access_consumer_type')
      .comment('Who uses it: a team, a person or a data product');
    key(table, 'consumer_team_id').comment(
      'Consuming team, or owner of the consuming product when it was last requested',
    );
    key(table, 'consumer_product_id').comment('Consuming data product');
    key(table, 'consumer_user_id').comment('Consuming person');
    createPeriod(table);
    table
      .specificType('provisioning', 'json')
      .comment('What was last reported, all reports merged');
    table.text('provisioning_status').comment('Status of that');
    instant(table, 'created_at').notNullable().comment('When it was requested');
    instant(table, 'updated_at').notNullable().comment('When it was last changed');
    table.primary(['organization_id', 'id']);
  });
}

function createPeriod(table: Knex.CreateTableBuilder): void {
  table.date('start_on').comment('First day (UTC)');
  table.date('end_on').comment('Last active day (UTC)');
  table.date('reassess_on').comment('When the agreement is to be looked at again');
  instant(table, 'activate_at').comment('When it becomes active; before the decision the wish');
  instant(table, 'deactivate_at').comment('From when it is active no more');
  instant(table, 'decided_at').comment('When it was approved or rejected');
  instant(table, 'canceled_at').comment('When it was cancelled');
  instant(table, 'activated_at').comment('When the current or last period was activated');
  instant(table, 'deactivated_at').comment('When that period was deactivated');
}

async function createIndexes(knex: Knex): Promise<void> {
  // Partial, so that lookups by id that are prepared while the table is small never choose it (decision 0012).
  await knex.raw(
    `create index access_by_provider on access (organization_id, provider_product_id, id) where provider_product_id <> ''`,
  );
  for (const consumer of ['consumer_team_id', 'consumer_product_id']) {
    await knex.raw(
      `create index access_by_${consumer.replace('_id', '')} on access (organization_id, ${consumer}, id) where ${consumer} is not null`,
    );
  }
  // One index for all queries of active accesses; more indexes would make every state change more expensive.
  await knex.raw(
    `create index access_active on access (organization_id, id) where state = 'active'`,
  );
  await knex.raw(
    `create index access_timed on access (organization_id, id)
      where state = 'upcoming' or (state = 'active' and deactivate_at is not null)`,
  );
}

async function createDeletedAccess(knex: Knex): Promise<void> {
  await knex.schema.createTable('deleted_access', (table) => {
    table.comment('What was deleted, for components that hear of it late; kept for 30 days');
    organization(table);
    key(table, 'id').notNullable().comment('Identifier of the access');
    table.specificType('last', 'json').notNullable().comment('The access as it was shown last');
    table
      .integer('revision')
      .notNullable()
      .comment('Its last revision, so that ETags never repeat');
    instant(table, 'deleted_at').notNullable().comment('When it was deleted');
    table.primary(['organization_id', 'id']);
    table.index(['deleted_at']);
  });
}

async function createReports(knex: Knex): Promise<void> {
  await knex.schema.createTable('provisioning_reports', (table) => {
    table.comment(
      'Every report of a provisioning component, as it came; they end with their access',
    );
    organizationUnchecked(table);
    key(table, 'access_id').notNullable().comment('Access that it is about');
    table.uuid('id').notNullable().comment('UUIDv7');
    table.text('status').notNullable().comment('What it says has happened');
    table.specificType('body', 'json').notNullable().comment('The report as sent');
    table.text('principal').notNullable().comment('Who sent it');
    instant(table, 'at').notNullable().comment('When it came');
    table.primary(['organization_id', 'access_id', 'id']);
    table
      .foreign(['organization_id', 'access_id'], 'provisioning_reports_access')
      .references(['organization_id', 'id'])
      .inTable('access')
      .onDelete('cascade');
  });
}

async function createAlerts(knex: Knex): Promise<void> {
  await knex.schema.createTable('access_alerts', (table) => {
    table.comment('What is not on a platform as it was agreed');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table
      .text('kind')
      .notNullable()
      .checkIn(['not-provisioned', 'missing', 'unexpected', 'different'], 'access_alerts_kind')
      .comment(
        'not-provisioned: nobody reported the grant in time; the others were found by a component',
      );
    key(table, 'access_id')
      .notNullable()
      .defaultTo('')
      .comment('Access that it is about; empty for a grant of no access');
    key(table, 'platform')
      .notNullable()
      .defaultTo('')
      .comment('Platform that a component looked at');
    key(table, 'reference').notNullable().defaultTo('').comment('Grant on the platform');
    table.text('message').notNullable().comment('What is wrong, for people');
    table
      .text('found_by')
      .notNullable()
      .comment('Component that found it: its name, else its principal');
    table
      .specificType(
        'identity',
        `text generated always as (md5(kind || chr(31) || access_id || chr(31) || platform || chr(31) || reference || chr(31) || found_by)) stored`,
      )
      .comment('One for each thing that each component finds; the parts are too long for an index');
    instant(table, 'raised_at').notNullable().comment('When it was found first');
    instant(table, 'seen_at').notNullable().comment('When it was found last');
    instant(table, 'resolved_at').comment('When it was no longer so');
    table.primary(['organization_id', 'id']);
  });
  await knex.raw(
    `create unique index access_alerts_open_once on access_alerts (organization_id, identity) where resolved_at is null`,
  );
  await knex.raw(
    `create index access_alerts_open_of_access on access_alerts (organization_id, access_id) where resolved_at is null`,
  );
  await knex.raw(
    `create index access_alerts_resolved on access_alerts (resolved_at) where resolved_at is not null`,
  );
}
