import type { Knex } from 'knex';
import { key, organizationUnchecked } from './column-types.ts';

/** The assets of a plan as rows, so that pages list and search all of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('integration_check_assets', (table) => {
    table.comment('What a run would do to assets, as a plan of an integration found');
    organizationUnchecked(table);
    table.uuid('check_id').notNullable().comment('Plan');
    key(table, 'asset_id').notNullable().comment('Asset');
    table
      .text('change')
      .notNullable()
      .checkIn(
        ['created', 'updated', 'removed', 'skipped', 'in_use'],
        'integration_check_assets_change',
      )
      .comment(
        'created, updated, removed, skipped (of another owner) or in_use (missing, but used)',
      );
    table.text('name').notNullable().comment('Last name of its path');
    table.primary(['organization_id', 'check_id', 'asset_id']);
    table
      .foreign(['organization_id', 'check_id'], 'integration_check_assets_check')
      .references(['organization_id', 'id'])
      .inTable('integration_checks')
      .onDelete('CASCADE');
  });
}
