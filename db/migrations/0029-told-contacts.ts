import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contacts', (table) => {
    table
      .bigInteger('told_up_to')
      .comment(
        'Events up to this position may hold the phone number and picture of this deleted contact; null: none does',
      );
  });
  await knex.raw(`create index contacts_told on contacts (organization_id, told_up_to)
    where told_up_to is not null`);
  await knex.raw(`update contacts c set told_up_to = h.position from messaging_heads h
    where h.organization_id = c.organization_id and c.deleted_at is not null`);
}
