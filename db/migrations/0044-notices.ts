import type { Knex } from 'knex';
import { instant, key, organization, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createSavedSearches(knex);
  await createFollows(knex);
  await createNotices(knex);
  await createReadMarks(knex);
  await createHeads(knex);
}

const reader = 'Person or key: person:<e-mail address in lower case>, or the name of the principal';

async function createSavedSearches(knex: Knex): Promise<void> {
  await knex.schema.createTable('saved_searches', (table) => {
    table.comment('Searches that people have saved in the web UI');
    organization(table);
    key(table, 'reader').notNullable().comment(reader);
    key(table, 'id').notNullable().comment('Identifier chosen by the caller');
    table.text('name').notNullable().comment('Name for the reader');
    table.text('query').notNullable().comment('Words of the search; may be empty');
    table.specificType('filters', 'json').notNullable().comment('Filters by name, each a list');
    instant(table, 'created_at').notNullable().comment('When it was first saved');
    instant(table, 'updated_at').notNullable().comment('When it was last saved');
    instant(table, 'seen_at').notNullable().comment('Later documents count as new');
    table.primary(['organization_id', 'reader', 'id']);
  });
}

async function createFollows(knex: Knex): Promise<void> {
  await knex.schema.createTable('follows', (table) => {
    table.comment('Documents and concepts that people follow');
    organization(table);
    key(table, 'reader').notNullable().comment(reader);
    table.text('kind').notNullable().comment('Document kind, e.g. data-product');
    key(table, 'id').notNullable().comment('Document; it may be deleted since');
    instant(table, 'created_at').notNullable().comment('When the reader began to follow');
    table.primary(['organization_id', 'reader', 'kind', 'id']);
  });
  await knex.raw(`create index follows_of_document on follows (organization_id, kind, id)`);
}

async function createNotices(knex: Knex): Promise<void> {
  await knex.schema.createTable('notices', (table) => {
    table.comment('Notices in the web UI, a row for each recipient');
    organizationUnchecked(table);
    key(table, 'recipient')
      .notNullable()
      .comment('A reader, team:<id> for keys of a team, or organization for its keys');
    table
      .bigInteger('position')
      .notNullable()
      .comment('Order of the notices of the organization, given under notice_heads');
    table.uuid('id').notNullable().comment('Event that caused it, or made of its cause');
    table.text('kind').notNullable().comment('What happened, e.g. access-approved');
    table.text('reason').notNullable().comment('Why the recipient gets it, e.g. follow');
    table.text('subject_kind').notNullable().comment('Kind of what it is about');
    key(table, 'subject_id').notNullable().comment('What it is about; it may be deleted since');
    table.text('principal').notNullable().comment('Who did it');
    table.specificType('details', 'json').notNullable().comment('Names and facts for the text');
    instant(table, 'at').notNullable().comment('When it happened');
    table.primary(['organization_id', 'recipient', 'position']);
    table.unique(['organization_id', 'recipient', 'id'], { indexName: 'notices_once' });
  });
  await knex.raw(`create index notices_old on notices using brin (at)`);
  await knex.raw(`create index notices_of_requests on notices (organization_id, subject_id)
    where kind = 'access-requested'`);
}

async function createReadMarks(knex: Knex): Promise<void> {
  await knex.schema.createTable('notice_reads', (table) => {
    table.comment('Single notices that a reader has read');
    organizationUnchecked(table);
    key(table, 'reader').notNullable().comment(reader);
    table.bigInteger('position').notNullable().comment('Position of the notice');
    instant(table, 'read_at').notNullable().comment('When it was marked as read');
    table.primary(['organization_id', 'reader', 'position']);
  });
  await knex.schema.createTable('notice_readers', (table) => {
    table.comment('How far readers have read all their notices');
    organizationUnchecked(table);
    key(table, 'reader').notNullable().comment(reader);
    table.bigInteger('read_to').notNullable().comment('Notices up to this position are read');
    table.primary(['organization_id', 'reader']);
  });
}

async function createHeads(knex: Knex): Promise<void> {
  await knex.schema.createTable('notice_heads', (table) => {
    table.comment('How far notices were made of the feed; its lock makes one writer at a time');
    organization(table);
    table.bigInteger('cursor_seq').notNullable().comment('Last position of the feed that was read');
    table.bigInteger('position').notNullable().comment('Last position of a notice');
    table.primary(['organization_id']);
  });
  // What happened before the upgrade is no news.
  await knex.raw(`insert into notice_heads (organization_id, cursor_seq, position)
    select o.id, coalesce((select seq from feed_head), 0), 0 from organizations o`);
}
