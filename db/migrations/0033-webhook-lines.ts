import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** Few pieces of work send many lines, so each line stores when it is due. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_lines', (table) => {
    table.comment('Subjects of which something waits for a webhook; each is sent in order');
    organization(table);
    key(table, 'webhook_id').notNullable().comment('Webhook that it waits for');
    table.text('subject_kind').notNullable().comment('Kind of what changed');
    key(table, 'subject_id').notNullable().comment('What changed');
    instant(table, 'due_at').notNullable().comment('When the first of what waits may be sent');
    table.uuid('sender').comment('Work that sends it, as long as that runs');
    table.primary(['organization_id', 'webhook_id', 'subject_kind', 'subject_id']);
    table.index(['organization_id', 'webhook_id', 'due_at'], 'webhook_lines_due');
    table
      .foreign(['organization_id', 'webhook_id'], 'webhook_lines_webhook')
      .references(['organization_id', 'id'])
      .inTable('webhooks')
      .onDelete('cascade');
  });
  // Pending deliveries still have one row of `work` per line; that work requests its line when it is claimed.
}
