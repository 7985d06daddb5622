import type { Knex } from 'knex';
import { instant, key, organization, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createIntegrations(knex);
  await createRuns(knex);
  await createLogs(knex);
  await createChecks(knex);
  await createIngestedAssets(knex);
  await createDrifts(knex);
}

async function createIntegrations(knex: Knex): Promise<void> {
  await knex.schema.createTable('integrations', (table) => {
    table.comment('Platforms whose assets are ingested, and when');
    organization(table);
    key(table, 'id').notNullable().comment('externalId, chosen by the caller');
    table.text('name').notNullable().comment('Name for people');
    table.text('source').notNullable().comment('Which platform: a name of connectors/index.ts');
    table.boolean('enabled').notNullable().comment('Whether its schedule fires');
    table
      .specificType('owner_kind', "text generated always as ('team') stored")
      .comment('Constant; makes the foreign key of owner_id possible');
    key(table, 'owner_id').comment('Owning team, also of its assets');
    table
      .text('settings')
      .notNullable()
      .comment('Configuration and filters as JSON; sealed under SECRET_KEY');
    table.text('credentials').comment('Credentials as JSON; sealed under SECRET_KEY');
    table.text('cron').comment('CRON expression with five fields; null without a schedule');
    table.text('timezone').notNullable().comment('IANA time zone of the expression');
    table.integer('revision').notNullable().comment('Counts every change, from 1');
    instant(table, 'created_at').notNullable().comment('When it was created');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.primary(['organization_id', 'id']);
    table
      .foreign(['organization_id', 'owner_kind', 'owner_id'], 'integrations_owner')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents');
  });
  await knex.raw(`create index integrations_by_owner on integrations (organization_id, owner_id, id)
    where owner_id is not null`);
}

/** Adds the columns of rows that are deleted with their integration. */
function ofIntegration(table: Knex.CreateTableBuilder, name: string): void {
  organizationUnchecked(table);
  key(table, 'integration_id').notNullable().comment('Integration that it belongs to');
  table
    .foreign(['organization_id', 'integration_id'], name)
    .references(['organization_id', 'id'])
    .inTable('integrations')
    .onDelete('CASCADE');
}

async function createRuns(knex: Knex): Promise<void> {
  await knex.schema.createTable('ingestion_runs', (table) => {
    table.comment('Runs of integrations, from the trigger on');
    ofIntegration(table, 'ingestion_runs_integration');
    table.uuid('id').notNullable().comment('UUIDv7');
    table.uuid('work_id').notNullable().comment('Work that does it');
    table
      .text('trigger')
      .notNullable()
      .checkIn(['request', 'schedule'], 'ingestion_runs_trigger')
      .comment('request or schedule');
    table.text('requested_by').notNullable().comment('Who asked, e.g. api-key:<id> or system');
    table
      .integer('accepted_removals')
      .comment('Most assets that this run may remove although the fuse says no');
    table
      .text('phase')
      .notNullable()
      .checkIn(['queued', 'connecting', 'scanning', 'removing', 'ended'], 'ingestion_runs_phase')
      .comment('queued, connecting, scanning, removing or ended');
    table.text('message').comment('How it ended, for people');
    for (const [name, comment] of counts) {
      table.integer(name).notNullable().defaultTo(0).comment(comment);
    }
    table
      .specificType('removal_plan', 'json')
      .comment('What would have been removed when the fuse said no: {count, owned, assets}');
    instant(table, 'started_at').notNullable().comment('When it was triggered');
    instant(table, 'ended_at').comment('When it ended; null while it is open');
    table
      .text('outcome')
      .checkIn(['SUCCESS', 'FAILED', 'CANCELLED'], 'ingestion_runs_outcome')
      .comment('SUCCESS, FAILED or CANCELLED; null while it is open');
    table.primary(['organization_id', 'id']);
  });
  await knex.raw(
    `create unique index ingestion_runs_open on ingestion_runs (organization_id, integration_id) where ended_at is null`,
  );
  await knex.raw(
    `create index ingestion_runs_newest on ingestion_runs (organization_id, integration_id, started_at desc, id desc)`,
  );
}

const counts = [
  ['processed', 'Assets that the scan has found so far'],
  ['created', 'Assets that it created'],
  ['updated', 'Assets that it changed'],
  ['deleted', 'Assets that it removed, because the complete scan did not find them'],
  ['unchanged', 'Assets that were as before'],
  ['skipped', 'Assets of others with the same id, which it left alone'],
] as const;

async function createLogs(knex: Knex): Promise<void> {
  await knex.schema.createTable('ingestion_log_lines', (table) => {
    table.comment('What runs tell people; the last 1,000 lines of each');
    organizationUnchecked(table);
    table.uuid('run_id').notNullable().comment('Run that told it');
    table.integer('n').notNullable().comment('Number of the line in the run, from 1');
    instant(table, 'at').notNullable().comment('When');
    table
      .text('level')
      .notNullable()
      .checkIn(['info', 'warn', 'error'], 'ingestion_log_lines_level')
      .comment('info, warn or error');
    table.text('message').notNullable().comment('The line; never a secret');
    table.primary(['organization_id', 'run_id', 'n']);
    table
      .foreign(['organization_id', 'run_id'], 'ingestion_log_lines_run')
      .references(['organization_id', 'id'])
      .inTable('ingestion_runs')
      .onDelete('CASCADE');
  });
}

async function createChecks(knex: Knex): Promise<void> {
  await knex.schema.createTable('integration_checks', (table) => {
    table.comment('Tests of connections, and plans of what a run would do');
    ofIntegration(table, 'integration_checks_integration');
    table.uuid('id').notNullable().comment('UUIDv7');
    table
      .text('kind')
      .notNullable()
      .checkIn(['connection', 'plan'], 'integration_checks_kind')
      .comment('connection or plan');
    table.uuid('work_id').notNullable().comment('Work that does it');
    table.text('requested_by').notNullable().comment('Who asked');
    instant(table, 'started_at').notNullable().comment('When it was asked for');
    instant(table, 'ended_at').comment('When it ended; null while it is open');
    table
      .text('outcome')
      .checkIn(['SUCCESS', 'FAILED', 'CANCELLED'], 'integration_checks_outcome')
      .comment('SUCCESS, FAILED or CANCELLED; null while it is open');
    table.text('message').comment('What was found, for people');
    table.specificType('plan', 'json').comment('What a run would do');
    table.primary(['organization_id', 'id']);
  });
  await knex.raw(
    `create index integration_checks_newest on integration_checks (organization_id, integration_id, started_at desc)`,
  );
}

async function createIngestedAssets(knex: Knex): Promise<void> {
  await knex.schema.createTable('ingested_assets', (table) => {
    table.comment('Which integration an asset is of, and what its last scan said');
    ofIntegration(table, 'ingested_assets_integration');
    table
      .specificType('asset_kind', "text generated always as ('asset') stored")
      .comment('Constant; makes the foreign key to documents possible');
    key(table, 'asset_id').notNullable().comment('Asset');
    table
      .specificType('n', 'integer generated always as identity')
      .notNullable()
      .comment('Number by which a run notes that it has seen the asset');
    table.specificType('path', 'text[]').notNullable().comment('Its names on the platform');
    table.binary('content_hash').notNullable().comment('SHA-256 of what the last scan said');
    table.uuid('run_id').notNullable().comment('Run that wrote it last');
    table.primary(['organization_id', 'asset_id']);
    table
      .foreign(['organization_id', 'asset_kind', 'asset_id'], 'ingested_assets_asset')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
  });
  await knex.raw(
    `create index ingested_assets_by_integration on ingested_assets (organization_id, integration_id, n)`,
  );
}

async function createDrifts(knex: Knex): Promise<void> {
  await knex.schema.createTable('asset_drifts', (table) => {
    table.comment('Where assets of output ports are not as the contracts of the ports say');
    organizationUnchecked(table);
    key(table, 'data_product_id').notNullable().comment('Data product');
    key(table, 'output_port_id').notNullable().comment('Its output port');
    key(table, 'asset_id').notNullable().comment('Asset that is assigned to it');
    key(table, 'data_contract_id').notNullable().comment('Contract of the port');
    table
      .specificType('differences', 'json')
      .notNullable()
      .comment('[{kind, field, expected, actual}]');
    table.uuid('run_id').comment('Run that found it');
    instant(table, 'found_at').notNullable().comment('When these differences were first found');
    table
      .specificType('product_kind', "text generated always as ('data-product') stored")
      .comment('Constant; makes the foreign key to documents possible');
    table.primary(['organization_id', 'data_product_id', 'output_port_id', 'asset_id']);
    table
      .foreign(['organization_id', 'product_kind', 'data_product_id'], 'asset_drifts_product')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
  });
  await knex.raw(`create index asset_drifts_by_asset on asset_drifts (organization_id, asset_id)`);
}
