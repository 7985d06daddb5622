import type { Knex } from 'knex';
import { instant, key, organizationUnchecked } from './column-types.ts';

/** What runs did to each asset, so that a run can be undone, and the times of their phases. */
export async function up(knex: Knex): Promise<void> {
  await extendRuns(knex);
  await createRunAssets(knex);
}

async function extendRuns(knex: Knex): Promise<void> {
  await knex.schema.alterTable('ingestion_runs', (table) => {
    table
      .uuid('accepted_run')
      .comment('Run whose missing assets it may remove although the fuse says no, and no others');
    table.uuid('undoes').comment('Run that it undoes; null if it scans');
    instant(table, 'cancel_requested_at').comment('When its cancellation was first requested');
    table.text('cancel_requested_by').comment('Who requested its cancellation first');
    table
      .integer('expected')
      .comment('Assets that it will probably process; null if nothing is known');
    instant(table, 'progressed_at').comment('When its counters were saved last');
    table
      .specificType('phase_times', 'jsonb')
      .notNullable()
      .defaultTo('[]')
      .comment('Its phases in order: [{phase, at}]; a second attempt adds its own');
  });
  await knex.raw(`alter table ingestion_runs drop constraint ingestion_runs_phase,
    add constraint ingestion_runs_phase
      check (phase in ('queued', 'connecting', 'scanning', 'removing', 'undoing', 'ended'))`);
  await knex.raw(`comment on column ingestion_runs.phase is
    'queued, connecting, scanning, removing, undoing or ended'`);
  await knex.raw(
    `create index ingestion_runs_by_undone on ingestion_runs (organization_id, undoes) where undoes is not null`,
  );
}

async function createRunAssets(knex: Knex): Promise<void> {
  await knex.schema.createTable('ingestion_run_assets', (table) => {
    table.comment('What runs did to assets, and which assets they left alone');
    organizationUnchecked(table);
    table.uuid('run_id').notNullable().comment('Run');
    key(table, 'asset_id').notNullable().comment('Asset');
    table
      .text('change')
      .notNullable()
      .checkIn(['created', 'updated', 'removed'], 'ingestion_run_assets_change')
      .comment('created, updated or removed; of an asset that was left alone, what was intended');
    table
      .integer('before_revision')
      .comment('Revision before the run; null if the asset did not exist');
    table
      .integer('revision')
      .comment('Revision that the run wrote, or its mark of the deletion; null if left alone');
    table.specificType('path', 'text[]').comment('Names on the platform of a removed asset');
    table
      .binary('content_hash')
      .comment('What the scan before had said; null if the asset was of no integration');
    table.specificType('tags', 'text[]').comment('Assigned tags of a removed asset');
    table
      .text('left_alone')
      .checkIn(
        ['fuse', 'in_use', 'changed', 'gone', 'back', 'team_gone'],
        'ingestion_run_assets_left_alone',
      )
      .comment('Why it was left alone; null if the run changed it');
    table.primary(['organization_id', 'run_id', 'asset_id']);
    table
      .foreign(['organization_id', 'run_id'], 'ingestion_run_assets_run')
      .references(['organization_id', 'id'])
      .inTable('ingestion_runs')
      .onDelete('CASCADE');
  });
}
