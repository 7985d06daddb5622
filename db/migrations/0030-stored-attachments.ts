import type { Knex } from 'knex';

/**
 * Every upload sums the stored bytes of its contact by conversation, because attachments in conversations that
 * the contact has left do not count.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index attachments_stored on attachments (organization_id, contact_id, conversation_id)
    include (file_size)
    where stored_at is not null and removed_at is null`);
}
