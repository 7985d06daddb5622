import type { Knex } from 'knex';

/** What a contact has stored is summed for each of its uploads, by conversation: what lies in those it has left does not count. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index attachments_stored on attachments (organization_id, contact_id, conversation_id)
    include (file_size)
    where stored_at is not null and removed_at is null`);
}
