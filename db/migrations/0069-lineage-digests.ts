import type { Knex } from 'knex';
import { addUniqueIndexes } from '../partitions.ts';

/** Events of OpenLineage that come again are not stored again, and names of nodes are found by their beginning. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('lineage_events', (table) => {
    table
      .uuid('digest')
      .comment('Digest of content, product and port, unique in a month; null of old events');
  });
  await addUniqueIndexes(knex as Knex.Transaction, 'lineage_events', 'digest');
  await knex.raw('drop index lineage_nodes_by_name, lineage_nodes_by_namespace');
  // Names may be longer than an entry of an index; ranges need the order of bytes.
  const first = (column: string): string => `("left"(${column}, 200) collate "C")`;
  await knex.raw(
    `create index lineage_nodes_by_name on lineage_nodes (organization_id, type, ${first('name')})`,
  );
  await knex.raw(
    `create index lineage_nodes_by_namespace on lineage_nodes (organization_id, type, ${first('namespace')}, ${first('name')})`,
  );
}
