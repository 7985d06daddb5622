import type { Knex } from 'knex';

/** Change requests with a name, which clients use as branches of data contracts. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('change_requests', (table) => {
    table.text('branch').comment('Name of the branch; null for a change without a name');
    table
      .integer('conflict_revision')
      .comment('Revision of the contract that the last merge or rebase disagreed with; else null');
  });
  await knex.raw(
    `create unique index change_requests_branch on change_requests (organization_id, kind, document_id, branch)
      where status = 'open' and branch is not null`,
  );
}
