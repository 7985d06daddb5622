import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createConnections(knex);
  await createEngines(knex);
}

async function createConnections(knex: Knex): Promise<void> {
  await knex.schema.createTable('team_connections', (table) => {
    table.comment('How contract tests sign in where data of a team lies');
    organization(table);
    key(table, 'team_id').notNullable().comment('Team whose contracts may be tested with it');
    table
      .specificType('team_kind', "text generated always as ('team') stored")
      .comment('Constant; makes the foreign key of team_id possible');
    key(table, 'id').notNullable().comment('Chosen by the caller');
    table.text('server_type').notNullable().comment('Type of the servers, as it was written');
    table.text('connector').notNullable().comment('What reads such servers: a name of connectors');
    table.text('place').notNullable().comment('Host, account, project or bucket, in lower case');
    table
      .specificType('names', 'text[]')
      .notNullable()
      .comment('Names of the credentials that are set');
    table.text('credentials').notNullable().comment('Credentials as JSON; sealed under SECRET_KEY');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.text('updated_by').notNullable().comment('Principal');
    table.primary(['organization_id', 'team_id', 'id']);
    table.unique(['organization_id', 'team_id', 'connector', 'place'], {
      indexName: 'team_connections_once_per_place',
    });
    table
      .foreign(['organization_id', 'team_kind', 'team_id'], 'team_connections_team')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
  });
}

async function createEngines(knex: Knex): Promise<void> {
  await knex.schema.createTable('test_engines', (table) => {
    table.comment('Data Contract CLI APIs that test instead of us; at most one per organization');
    organization(table);
    table.text('endpoint').notNullable().comment('Address in front of /test');
    table.text('api_key').comment('Sent as x-api-key; sealed under SECRET_KEY');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.text('updated_by').notNullable().comment('Principal');
    table.primary(['organization_id']);
  });
}
