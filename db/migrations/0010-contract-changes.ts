import type { Knex } from 'knex';
import { key, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createContractChanges(knex);
  // The trail of one resource; within a subject, the order of insertion is the order of its states. Few ids
  // occur in several kinds, so including the kind would only make every insert more expensive.
  await knex.raw(`create index events_by_subject on events (organization_id, subject_id, n)`);
}

/**
 * No foreign key to the revision, which would add a seventh to the database time of a contract's PUT
 * (measured): rows are only written in the statement that writes the revision, and only read together with it.
 */
async function createContractChanges(knex: Knex): Promise<void> {
  await knex.schema.createTable('contract_changes', (table) => {
    table.comment(
      'What each revision of a data contract changed against the one before; shown as long as the revision is kept',
    );
    organizationUnchecked(table);
    key(table, 'id').notNullable().comment('Identifier of the contract');
    table.integer('revision').notNullable().comment('Revision that made the change');
    table
      .text('impact')
      .notNullable()
      .checkIn(['patch', 'minor', 'major'], 'contract_changes_impact')
      .comment('The gravest impact of its differences');
    table
      .specificType('verdict', 'json')
      .notNullable()
      .comment('Versions and differences, the gravest first');
    table
      .specificType('hits', 'json')
      .notNullable()
      .comment(
        'Who was concerned then: the output ports that offered the contract; nobody by a patch',
      );
    table.primary(['organization_id', 'id', 'revision']);
  });
}
