import type { Knex } from 'knex';
import {
  identified,
  instant,
  key,
  organization,
  organizationUnchecked,
  place,
  refers,
} from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createMessages(knex);
  await createReactions(knex);
  await createReads(knex);
  await createAttachments(knex);
  await createEvents(knex);
  await tellWebhooksOfMessages(knex);
}

async function createMessages(knex: Knex): Promise<void> {
  await knex.schema.createTable('messages', (table) => {
    table.comment('Messages of conversations');
    organizationUnchecked(table);
    identified(table);
    key(table, 'conversation_id').notNullable().comment('Conversation that it belongs to');
    key(table, 'contact_id').notNullable().comment('Who wrote it');
    table.text('message').notNullable().comment('Its text, at most 64 kB');
    instant(table, 'read_at').comment('When another member first read it');
    instant(table, 'updated_at').comment('When it was last changed');
    refers(table, 'conversation_id', 'conversations', 'NO ACTION');
  });
  await knex.raw(
    'create unique index messages_by_position on messages (organization_id, conversation_id, position)',
  );
}

/** Adds the columns of rows that are deleted with their message. */
function ofMessage(table: Knex.CreateTableBuilder): void {
  organizationUnchecked(table);
  key(table, 'message_id').notNullable().comment('The message');
  refers(table, 'message_id', 'messages', 'CASCADE');
}

async function createReactions(knex: Knex): Promise<void> {
  await knex.schema.createTable('message_reactions', (table) => {
    table.comment('How contacts reacted to messages');
    ofMessage(table);
    key(table, 'name').notNullable().comment('Name of the reaction, e.g. red_angry_face');
    key(table, 'contact_id').notNullable().comment('Who reacted');
    table.specificType('n', 'bigint generated always as identity').notNullable().comment('Order');
    table.primary(['organization_id', 'message_id', 'name', 'contact_id']);
    refers(table, 'contact_id', 'contacts', 'NO ACTION');
  });
  await knex.raw(
    'create index message_reactions_by_contact on message_reactions (organization_id, contact_id)',
  );
}

async function createReads(knex: Knex): Promise<void> {
  await knex.schema.createTable('message_reads', (table) => {
    table.comment('Who has read which message of others');
    ofMessage(table);
    key(table, 'contact_id').notNullable().comment('Who read it');
    instant(table, 'read_at').notNullable().comment('When');
    table.primary(['organization_id', 'message_id', 'contact_id']);
  });
}

async function createAttachments(knex: Knex): Promise<void> {
  await knex.schema.createTable('attachments', (table) => {
    table.comment('Files and addresses that messages carry');
    organizationUnchecked(table);
    identified(table);
    key(table, 'contact_id').notNullable().comment('Who made it');
    key(table, 'message_id').comment('Message that carries it; null until one does');
    key(table, 'conversation_id').comment('Conversation of that message');
    table.integer('place').comment('Its place among those of the message');
    table.text('filename').notNullable().comment('Name of the file');
    table.text('file_url').comment('Where it lies, when it was not uploaded');
    table.text('file_type').notNullable().comment('MIME type');
    table.bigInteger('file_size').comment('Bytes; null when nobody said');
    table.text('storage_key').comment('Name of the uploaded file in the object storage');
    instant(table, 'stored_at').comment('When the upload was complete');
    instant(table, 'removed_at').comment('Its file is to be removed; null while it is there');
    refers(table, 'contact_id', 'contacts', 'NO ACTION');
    refers(table, 'message_id', 'messages', 'NO ACTION');
    refers(table, 'conversation_id', 'conversations', 'NO ACTION');
    table.check(
      '(message_id is null) = (conversation_id is null)',
      [],
      'attachments_conversation_of_message',
    );
  });
  await knex.raw(`create index attachments_by_message on attachments (organization_id, message_id, place)
    where message_id is not null`);
  await knex.raw(`create index attachments_by_conversation on attachments (organization_id, conversation_id, position)
    where conversation_id is not null`);
  await knex.raw(`create index attachments_unattached on attachments (organization_id, contact_id, position)
    where message_id is null and removed_at is null`);
  await knex.raw(`create index attachments_to_remove on attachments (coalesce(removed_at, created_at))
    where removed_at is not null or (storage_key is not null and stored_at is null)`);
}

async function createEvents(knex: Knex): Promise<void> {
  await knex.schema.createTable('messaging_heads', (table) => {
    table.comment(
      'One row for each organization: its lock makes one writer of messaging at a time',
    );
    organization(table);
    table.bigInteger('position').notNullable().comment('Last position given');
    table
      .bigInteger('horizon')
      .notNullable()
      .defaultTo(0)
      .comment('Events up to this position are no longer kept');
    table.primary(['organization_id']);
  });
  await knex.schema.createTable('messaging_events', (table) => {
    table.comment('What happened to messages, conversations, contacts, groups and attachments');
    organizationUnchecked(table);
    table.bigInteger('position').notNullable().comment(place);
    table.uuid('id').notNullable().comment('UUIDv7');
    table.text('type').notNullable().comment('E.g. message.created');
    table.text('subject_kind').notNullable().comment('Kind of what changed');
    key(table, 'subject_id').notNullable().comment('What changed');
    key(table, 'conversation_id').comment('Whose members may hear of it; null: webhooks only');
    table.text('principal').notNullable().comment('Who did it: contact:<id>, api-key:<id>, system');
    table.text('request_id').comment('Request that did it');
    table.specificType('data', 'json').notNullable().comment('The object as it then was');
    instant(table, 'at').notNullable().comment('When it happened');
    table.primary(['organization_id', 'position']);
  });
  await knex.raw(
    'create unique index messaging_events_by_id on messaging_events (organization_id, id)',
  );
  await knex.raw(
    'create index messaging_events_by_subject on messaging_events (organization_id, subject_id)',
  );
}

async function tellWebhooksOfMessages(knex: Knex): Promise<void> {
  await knex.schema.alterTable('webhooks', (table) => {
    table
      .text('feed')
      .notNullable()
      .defaultTo('catalog')
      .checkIn(['catalog', 'messaging'], 'webhooks_feed')
      .comment('Whose events it gets; cursor_seq is a position of that feed');
  });
}
