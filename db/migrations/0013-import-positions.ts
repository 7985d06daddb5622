import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('idempotency_keys', (table) => {
    table
      .bigint('position')
      .comment(
        'Documents of an import that are committed, request_hash being of its address and of them; null for other requests',
      );
  });
}
