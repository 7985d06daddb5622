import type { Knex } from 'knex';
import {
  identified,
  instant,
  key,
  organization,
  organizationUnchecked,
  refers,
} from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createContacts(knex);
  await createTokens(knex);
  await createGroups(knex);
  await createConversations(knex);
  await createMembers(knex);
}

async function createContacts(knex: Knex): Promise<void> {
  await knex.schema.createTable('contacts', (table) => {
    table.comment('Who takes part in conversations');
    organization(table);
    identified(table);
    key(table, 'username').notNullable().comment('Name by which reactions are given');
    key(table, 'username_key')
      .notNullable()
      .comment('The same in lower case and NFKC: what no two contacts share');
    table.text('phone_number').comment('Null of a deleted contact');
    table.text('avatar_url').comment('Address of a picture');
    table.text('display_name').comment('What people call the contact; null: the username');
    key(table, 'created_by').comment('Contact that made it; null: a key of the organization');
    instant(table, 'last_active_at').notNullable().comment('Last use of a token, to the minute');
    instant(table, 'deleted_at').comment('Kept for what it wrote to groups; null while it lives');
  });
  await knex.raw(`create unique index contacts_by_username_key on contacts (organization_id, username_key)
    where deleted_at is null`);
  await knex.raw(`create index contacts_by_position on contacts (organization_id, position)
    where deleted_at is null`);
  await knex.raw(
    'create index contacts_deleted on contacts (organization_id, id) where deleted_at is not null',
  );
}

async function createTokens(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_tokens', (table) => {
    table.comment('Bearer tokens of contacts for /v1');
    organizationUnchecked(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    key(table, 'contact_id').notNullable().comment('Contact that it speaks for');
    table
      .text('public_id')
      .notNullable()
      .unique({ indexName: 'contact_tokens_public_id' })
      .comment('Public part, by which it is found');
    table.binary('secret_hash').notNullable().comment('SHA-256 of the secret part');
    instant(table, 'expires_at').comment('When it stops working by itself; null: never');
    instant(table, 'revoked_at').comment('When somebody ended it');
    instant(table, 'last_used_at').comment('Last use, to the minute');
    table.text('created_by').notNullable().comment('Who made it: api-key:<id>, system');
    instant(table, 'created_at').notNullable().comment('When it was made');
    table.primary(['organization_id', 'id']);
    refers(table, 'contact_id', 'contacts', 'CASCADE');
  });
  await knex.raw(
    'create index contact_tokens_by_contact on contact_tokens (organization_id, contact_id)',
  );
}

async function createGroups(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_groups', (table) => {
    table.comment('Groups of contacts');
    organizationUnchecked(table);
    identified(table);
    table.text('name').notNullable().comment('Name for people');
    table.text('description').comment('What it is for');
    table.text('avatar_url').comment('Address of a picture');
    key(table, 'created_by').notNullable().comment('Contact that made it, and may change it');
    instant(table, 'archived_at').comment('When it was archived');
    refers(table, 'created_by', 'contacts', 'NO ACTION');
  });
  await knex.schema.createTable('contact_group_members', (table) => {
    table.comment('Who belongs to which group');
    organizationUnchecked(table);
    key(table, 'group_id').notNullable().comment('The group');
    key(table, 'contact_id').notNullable().comment('The contact');
    table.bigInteger('position').notNullable().comment('Order in which they joined');
    table.primary(['organization_id', 'group_id', 'contact_id']);
    refers(table, 'group_id', 'contact_groups', 'CASCADE');
    refers(table, 'contact_id', 'contacts', 'NO ACTION');
  });
  await knex.raw(
    'create index contact_group_members_by_contact on contact_group_members (organization_id, contact_id)',
  );
}

async function createConversations(knex: Knex): Promise<void> {
  await knex.schema.createTable('conversations', (table) => {
    table.comment('Conversations: of a group, or of two contacts');
    organizationUnchecked(table);
    identified(table);
    key(table, 'group_id').comment('Group that talks; null between two contacts');
    key(table, 'first_contact_id').comment('The lower id of two contacts');
    key(table, 'second_contact_id').comment('The higher id of two contacts');
    key(table, 'created_by').notNullable().comment('Contact that began it');
    key(table, 'pinned_message_id').comment('Message that is pinned for all members');
    table.bigInteger('message_count').notNullable().defaultTo(0).comment('Messages that it holds');
    table
      .bigInteger('last_position')
      .notNullable()
      .defaultTo(0)
      .comment('Position of its newest message; 0: none');
    instant(table, 'last_active_at').notNullable().comment('Last message, or its making');
    instant(table, 'deleted_at').comment('Its messages are being removed; null while it lives');
    table.check(
      '(group_id is null) = (first_contact_id is not null and second_contact_id is not null)',
      [],
      'conversations_parties',
    );
    refers(table, 'created_by', 'contacts', 'NO ACTION');
  });
  await knex.raw(`create unique index conversations_by_group on conversations (organization_id, group_id)
    where deleted_at is null and group_id is not null`);
  await knex.raw(`create unique index conversations_by_contacts
    on conversations (organization_id, first_contact_id, second_contact_id)
    where deleted_at is null and group_id is null`);
  await knex.raw(
    'create index conversations_deleted on conversations (deleted_at) where deleted_at is not null',
  );
}

async function createMembers(knex: Knex): Promise<void> {
  await knex.schema.createTable('conversation_members', (table) => {
    table.comment('Who takes part in a conversation, and how it looks to them');
    organizationUnchecked(table);
    key(table, 'conversation_id').notNullable().comment('The conversation');
    key(table, 'contact_id').notNullable().comment('The contact');
    table.bigInteger('position').notNullable().comment('That of the conversation');
    table
      .bigInteger('joined_position')
      .notNullable()
      .comment('What was written up to here counts as read');
    table
      .bigInteger('read_count')
      .notNullable()
      .defaultTo(0)
      .comment('Messages it has read, written, or found: unread are message_count minus these');
    table.boolean('is_pinned').notNullable().defaultTo(false).comment('Kept on top');
    table.boolean('is_muted').notNullable().defaultTo(false).comment('No notices wanted');
    instant(table, 'last_opened_at').comment('When it last looked');
    instant(table, 'archived_at').comment('When it put the conversation away');
    table.primary(['organization_id', 'conversation_id', 'contact_id']);
    refers(table, 'conversation_id', 'conversations', 'CASCADE');
    refers(table, 'contact_id', 'contacts', 'NO ACTION');
  });
  await knex.raw(
    'create unique index conversation_members_by_contact on conversation_members (organization_id, contact_id, position, conversation_id)',
  );
}
