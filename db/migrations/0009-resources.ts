import type { Knex } from 'knex';
import { instant, key, organization, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create unique index documents_tag_any_case on documents (organization_id, lower(id)) where kind = 'tag'`,
  );
  await createAssetTags(knex);
  await createAssetAssignments(knex);
  await createCosts(knex);
  await widenTestResults(knex);
}

/** A constant column, which allows a foreign key to documents of one kind. */
function constantKind(table: Knex.CreateTableBuilder, column: string, kind: string): void {
  table
    .specificType(column, `text generated always as ('${kind}') stored`)
    .comment('Constant; makes the foreign key to documents possible');
}

function toDocument(
  table: Knex.CreateTableBuilder,
  columns: [kind: string, id: string],
  name: string,
): Knex.ReferencingColumnBuilder {
  return table
    .foreign(['organization_id', ...columns], name)
    .references(['organization_id', 'kind', 'id'])
    .inTable('documents');
}

async function createAssetTags(knex: Knex): Promise<void> {
  await knex.schema.createTable('asset_tags', (table) => {
    table.comment(
      'Tags that were assigned to assets, besides those that the assets carry themselves',
    );
    organizationUnchecked(table);
    constantKind(table, 'asset_kind', 'asset');
    key(table, 'asset_id').notNullable().comment('Asset that carries the tag');
    constantKind(table, 'tag_kind', 'tag');
    key(table, 'tag_id').notNullable().comment('Tag');
    table.primary(['organization_id', 'asset_id', 'tag_id']);
    toDocument(table, ['asset_kind', 'asset_id'], 'asset_tags_asset').onDelete('CASCADE');
    toDocument(table, ['tag_kind', 'tag_id'], 'asset_tags_tag').onDelete('CASCADE');
  });
  await knex.raw(`create index asset_tags_by_tag on asset_tags (organization_id, tag_id)`);
}

async function createAssetAssignments(knex: Knex): Promise<void> {
  await knex.schema.createTable('asset_assignments', (table) => {
    table.comment('Data products, or single output ports, that use an asset; such an asset stays');
    organizationUnchecked(table);
    constantKind(table, 'asset_kind', 'asset');
    key(table, 'asset_id').notNullable().comment('Asset that is used');
    constantKind(table, 'product_kind', 'data-product');
    key(table, 'data_product_id').notNullable().comment('Data product that uses it');
    key(table, 'output_port_id')
      .notNullable()
      .comment('Its output port that uses it; empty when the product as a whole does');
    table.primary(['organization_id', 'asset_id', 'data_product_id', 'output_port_id']);
    toDocument(table, ['asset_kind', 'asset_id'], 'asset_assignments_asset');
    toDocument(table, ['product_kind', 'data_product_id'], 'asset_assignments_product').onDelete(
      'CASCADE',
    );
  });
  await knex.raw(
    `create index asset_assignments_by_product on asset_assignments (organization_id, data_product_id)`,
  );
}

async function createCosts(knex: Knex): Promise<void> {
  await knex.schema.createTable('costs', (table) => {
    table.comment('What data products cost, as it was reported');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    constantKind(table, 'product_kind', 'data-product');
    key(table, 'data_product_id').notNullable().comment('Data product that costs it');
    table
      .specificType('body', 'json')
      .notNullable()
      .comment('The cost as it was sent, with its id; amounts keep every digit');
    instant(table, 'created_at').notNullable().comment('When it was reported');
    table.primary(['organization_id', 'id']);
    toDocument(table, ['product_kind', 'data_product_id'], 'costs_product').onDelete('CASCADE');
  });
  await knex.raw(`create index costs_of_product on costs (organization_id, data_product_id, id)`);
}

/** Results that other engines publish have their own ids, which need not be UUIDs, and are returned as sent. */
async function widenTestResults(knex: Knex): Promise<void> {
  await knex.raw(`alter table test_checks drop constraint test_checks_result`);
  await knex.raw(`alter table test_results
    alter column id type text collate "C" using id::text,
    add column body json`);
  await knex.raw(`alter table test_checks
    alter column test_result_id type text collate "C" using test_result_id::text,
    add constraint test_checks_result foreign key (organization_id, test_result_id)
      references test_results (organization_id, id) on delete cascade`);
  const comments = {
    'test_results.id': 'UUIDv7, or the id of the one who published it',
    'test_results.body': 'The results as they were published, with their id; null for our own',
    'test_results.server': 'Key of the server in the contract, or <data product>/<output port>',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
  await knex.raw(
    `comment on table test_results is 'Results of contract tests: one per run of ours, and those that were published'`,
  );
}
