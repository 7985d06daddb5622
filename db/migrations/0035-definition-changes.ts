import type { Knex } from 'knex';
import { contractLinkWords } from '../../domain/kinds/document-links.ts';
import { fillLinks } from './0018-semantics.ts';
import { instant, key, organizationUnchecked } from './column-types.ts';

/** Contracts that are there already are found by the definitions that they link, as after their next PUT. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('definition_changes', (table) => {
    table.comment('Changes of contracts that a change of a linked definition made');
    organizationUnchecked(table);
    key(table, 'id').notNullable().comment('Identifier of the contract');
    key(table, 'definition_id').notNullable().comment('Identifier of the definition');
    table
      .integer('definition_revision')
      .notNullable()
      .comment('Revision of the definition that made the change');
    table.integer('revision').notNullable().comment('Revision of the contract at that time');
    instant(table, 'at').notNullable().comment('When the definition was changed');
    table.text('principal').notNullable().comment('Who changed the definition');
    table
      .text('impact')
      .notNullable()
      .checkIn(['patch', 'minor', 'major'], 'definition_changes_impact')
      .comment('The gravest impact of its differences');
    table.specificType('verdict', 'json').notNullable().comment('As in contract_changes');
    table.specificType('hits', 'json').notNullable().comment('As in contract_changes');
    table.primary(['organization_id', 'id', 'definition_id', 'definition_revision']);
  });
  await fillLinks(knex, contractLinkWords);
}
