import type { Knex } from 'knex';

/** The studio lists the findings of the documents of some teams. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index documents_findings_by_owner on documents (organization_id, owner_id, kind, id) where findings is not null`,
  );
}
