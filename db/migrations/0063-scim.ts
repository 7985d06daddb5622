import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** People and groups that identity providers write over SCIM, and the roles that they give. */
export async function up(knex: Knex): Promise<void> {
  await createResources(knex);
  await createMembers(knex);
  await createGrants(knex);
  await knex.raw(`alter table settings_documents drop constraint settings_documents_name,
    add constraint settings_documents_name check (name in ('features', 'team-roles', 'customization', 'lineage-rules', 'scim-mapping'))`);
  await knex.raw(`create index access_by_consumer_person on access (organization_id, lower(consumer_user_id))
    where consumer_user_id is not null`);
}

async function createResources(knex: Knex): Promise<void> {
  await knex.schema.createTable('scim_resources', (table) => {
    table.comment('Users and groups of identity providers, written over SCIM');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7; the id in the SCIM interface');
    table.text('kind').notNullable().comment('User or Group');
    key(table, 'name_key').notNullable().comment('userName or displayName in lower case');
    key(table, 'external_id').comment('Id that the client gave');
    key(table, 'email').comment('Address of the user in lower case; null if the user has none');
    table.boolean('is_active').notNullable().comment('False for a user without any right');
    table
      .specificType('body', 'jsonb')
      .notNullable()
      .comment('Attributes that clients write, except the members of groups');
    table.integer('revision').notNullable().comment('Counts changes; the entity tag');
    instant(table, 'created_at').notNullable().comment('Creation');
    instant(table, 'updated_at').notNullable().comment('Last change');
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'kind', 'name_key'], { indexName: 'scim_resources_name' });
  });
  await knex.raw(`alter table scim_resources
    add constraint scim_resources_kind check (kind in ('User', 'Group'))`);
  await knex.raw(`create unique index scim_resources_email on scim_resources (organization_id, email)
    where email is not null`);
  await knex.raw(`create index scim_resources_external on scim_resources (organization_id, external_id)
    where external_id is not null`);
}

async function createMembers(knex: Knex): Promise<void> {
  await knex.schema.createTable('scim_group_members', (table) => {
    table.comment('Users of SCIM groups');
    table.uuid('organization_id').notNullable().comment('Organization the row belongs to');
    table.uuid('group_id').notNullable().comment('The group');
    table.uuid('user_id').notNullable().comment('The user');
    table.primary(['organization_id', 'group_id', 'user_id']);
    for (const column of ['group_id', 'user_id']) {
      table
        .foreign(['organization_id', column], `scim_group_members_${column.replace('_id', '')}`)
        .references(['organization_id', 'id'])
        .inTable('scim_resources')
        .onDelete('CASCADE');
    }
    table.index(['organization_id', 'user_id'], 'scim_group_members_by_user');
  });
}

async function createGrants(knex: Knex): Promise<void> {
  await knex.schema.createTable('scim_grants', (table) => {
    table.comment('Roles that were given to users by SCIM and the mapping of groups');
    organization(table);
    table.uuid('user_id').notNullable().comment('User in scim_resources');
    key(table, 'team_id').notNullable().comment('Team; empty for the role in the organization');
    key(table, 'email').notNullable().comment('Address under which the role was given');
    table.text('role').notNullable().comment('Role in the team or in the organization');
    table.primary(['organization_id', 'user_id', 'team_id']);
    table
      .foreign(['organization_id', 'user_id'], 'scim_grants_user')
      .references(['organization_id', 'id'])
      .inTable('scim_resources')
      .onDelete('CASCADE');
    table.index(['organization_id', 'team_id'], 'scim_grants_by_team');
  });
}
