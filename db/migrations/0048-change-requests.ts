import type { Knex } from 'knex';
import { instant, key, organization, organizationUnchecked } from './column-types.ts';

/** Changes that people propose for documents of teams that are not theirs. */
export async function up(knex: Knex): Promise<void> {
  await createRequests(knex);
  await createComments(knex);
}

async function createRequests(knex: Knex): Promise<void> {
  await knex.schema.createTable('change_requests', (table) => {
    table.comment('Proposed changes of data contracts and data products, with what became of them');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table.text('kind').notNullable().comment('Kind of the document, e.g. data-contract');
    key(table, 'document_id').notNullable().comment('Document that would change');
    table.integer('base_revision').notNullable().comment('Revision that the proposer has edited');
    table
      .integer('base_edition')
      .notNullable()
      .comment('Edition of that revision when the change was proposed');
    table.text('source').notNullable().comment('The proposed document, as it was sent');
    table
      .text('format')
      .notNullable()
      .checkIn(['json', 'yaml'], 'change_requests_format')
      .comment('Format of the source');
    table.text('title').notNullable().comment('What the change is about; one line');
    table.text('note').comment('Why the document should change; Markdown');
    table
      .text('status')
      .notNullable()
      .checkIn(['open', 'accepted', 'declined', 'withdrawn'], 'change_requests_status')
      .comment('Only an open one can still change');
    table.integer('revision').notNullable().comment('Raised by each edit and decision');
    key(table, 'proposer')
      .notNullable()
      .comment('Reader that proposed it: person:<e-mail address>, or the name of a key');
    table.text('proposed_by').notNullable().comment('Principal that proposed it');
    addSteps(table);
    table.primary(['organization_id', 'id']);
    table
      .foreign(['organization_id', 'kind', 'document_id'], 'change_requests_document')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
  });
  await createIndexes(knex);
}

function addSteps(table: Knex.CreateTableBuilder): void {
  instant(table, 'created_at').notNullable().comment('When it was proposed');
  instant(table, 'updated_at').notNullable().comment('When it was last edited or decided');
  instant(table, 'decided_at').comment('When it was accepted, declined or withdrawn');
  table.text('decided_by').comment('Principal that decided it');
  table.text('decision_note').comment('Note of the decision; Markdown');
  table.integer('accepted_revision').comment('Revision of the document that it became');
}

async function createIndexes(knex: Knex): Promise<void> {
  await knex.raw(
    `create index change_requests_of_document on change_requests (organization_id, kind, document_id, id)`,
  );
  await knex.raw(
    `create index change_requests_of_proposer on change_requests (organization_id, proposer, id)`,
  );
  await knex.raw(
    `create index change_requests_open on change_requests (organization_id, kind, document_id) where status = 'open'`,
  );
  await knex.raw(
    `create index notices_of_proposals on notices (organization_id, subject_id) where kind = 'change-proposed'`,
  );
}

async function createComments(knex: Knex): Promise<void> {
  await knex.schema.createTable('change_request_comments', (table) => {
    table.comment('What people say about proposed changes');
    organizationUnchecked(table);
    table.uuid('change_request_id').notNullable().comment('Change request that it belongs to');
    table.uuid('id').notNullable().comment('UUIDv7');
    table.text('principal').notNullable().comment('Author');
    table.text('text').notNullable().comment('Markdown');
    instant(table, 'at').notNullable().comment('When it was written');
    table.primary(['organization_id', 'change_request_id', 'id']);
    table
      .foreign(['organization_id', 'change_request_id'], 'change_request_comments_request')
      .references(['organization_id', 'id'])
      .inTable('change_requests')
      .onDelete('CASCADE');
  });
}
