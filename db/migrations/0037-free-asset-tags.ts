import type { Knex } from 'knex';

/** Assets carry tags that no document in /api/tags describes; the managed tags policy decides, not a foreign key. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('asset_tags', (table) => {
    table.dropForeign(['organization_id', 'tag_kind', 'tag_id'], 'asset_tags_tag');
    table.dropColumn('tag_kind');
  });
}
