import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createMembers(knex);
  await createSettingsDocuments(knex);
  await createNotificationChannels(knex);
  await createStars(knex);
}

async function createMembers(knex: Knex): Promise<void> {
  await knex.schema.createTable('organization_members', (table) => {
    table.comment(
      'People about whom more is known than that they are in a team; whoever is in a team is a member too',
    );
    organization(table);
    key(table, 'email').notNullable().comment('E-mail address in lower case; names the person');
    table
      .text('role')
      .notNullable()
      .checkIn(['Member', 'Owner'], 'organization_members_role')
      .comment('Owner: may do everything in the organization');
    table
      .specificType('custom', 'json')
      .notNullable()
      .comment('Members of the callers own making: texts by name');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.text('updated_by').notNullable().comment('Principal who wrote it');
    table.primary(['organization_id', 'email']);
  });
}

async function createSettingsDocuments(knex: Knex): Promise<void> {
  await knex.schema.createTable('settings_documents', (table) => {
    table.comment('Settings of an organization that come as a document; no row: the default');
    organization(table);
    key(table, 'name')
      .notNullable()
      .checkIn(['features', 'team-roles', 'customization'], 'settings_documents_name')
      .comment('Which settings');
    table.specificType('body', 'json').notNullable().comment('The document as JSON');
    table.text('source').comment('The YAML text as sent; null when it came as JSON');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.text('updated_by').notNullable().comment('Principal who wrote it');
    table.primary(['organization_id', 'name']);
  });
}

async function createNotificationChannels(knex: Knex): Promise<void> {
  await knex.schema.createTable('notification_channels', (table) => {
    table.comment('Chats of a team that want to hear of changes');
    organization(table);
    table
      .specificType('team_kind', "text generated always as ('team') stored")
      .comment('Constant; makes the foreign key of team_id possible');
    key(table, 'team_id').notNullable().comment('Team that it belongs to');
    key(table, 'id').notNullable().comment('Identifier chosen by the caller, unique in the team');
    table
      .specificType('body', 'json')
      .notNullable()
      .comment('The channel as sent; its endpoint is only for those who may change the team');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.primary(['organization_id', 'team_id', 'id']);
    table
      .foreign(['organization_id', 'team_kind', 'team_id'], 'notification_channels_team')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('cascade');
  });
}

async function createStars(knex: Knex): Promise<void> {
  await knex.schema.createTable('data_product_stars', (table) => {
    table.comment('Which person likes which data product');
    organization(table);
    table
      .specificType('product_kind', "text generated always as ('data-product') stored")
      .comment('Constant; makes the foreign key of data_product_id possible');
    key(table, 'data_product_id').notNullable().comment('Data product that got the star');
    key(table, 'email').notNullable().comment('E-mail address of the person, in lower case');
    instant(table, 'starred_at').notNullable().comment('When the star was given');
    table.primary(['organization_id', 'data_product_id', 'email']);
    table
      .foreign(['organization_id', 'product_kind', 'data_product_id'], 'data_product_stars_product')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('cascade');
    table.index(
      ['organization_id', 'data_product_id', 'starred_at', 'email'],
      'data_product_stars_by_time',
    );
  });
}
