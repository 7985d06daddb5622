import type { Knex } from 'knex';
import { instant, key, organizationUnchecked } from './column-types.ts';
import { createMonthlyTable } from './create-monthly-table.ts';

/** Events of OpenLineage, and the graph of datasets and jobs that they describe. */
export async function up(knex: Knex): Promise<void> {
  await createEvents(knex);
  await createNodes(knex);
  await createEdges(knex);
  await createColumns(knex);
  await createPorts(knex);
  await knex.raw(`alter table settings_documents drop constraint settings_documents_name,
    add constraint settings_documents_name check (name in ('features', 'team-roles', 'customization', 'lineage-rules'))`);
}

async function createEvents(knex: Knex): Promise<void> {
  const table = { name: 'lineage_events', column: 'received_at', keptDays: 90 };
  await createMonthlyTable(knex as Knex.Transaction, table, (builder) => {
    builder.comment('Events of OpenLineage as they were sent, partitioned by months');
    organizationUnchecked(builder);
    instant(builder, 'received_at').notNullable().comment('When it arrived');
    builder.uuid('id').notNullable().comment('UUIDv7');
    builder.text('kind').notNullable().comment('run, job or dataset');
    builder.text('event_type').comment('START, RUNNING, COMPLETE, ABORT, FAIL or OTHER; of runs');
    instant(builder, 'event_time').comment(
      'When it happened, as the event says; null if it does not',
    );
    builder.text('run_id').comment('Run, as the event names it; null of jobs and datasets');
    builder
      .uuid('subject_id')
      .notNullable()
      .comment('Node of its job; of a dataset event, of its dataset');
    key(builder, 'data_product_id').notNullable().comment('Data product for which it was sent');
    builder.text('output_port').comment('Output port of the product; null without one');
    builder.specificType('inputs', 'uuid[]').notNullable().comment('Nodes of the read datasets');
    builder
      .specificType('outputs', 'uuid[]')
      .notNullable()
      .comment('Nodes of the written datasets');
    builder.specificType('body', 'json').notNullable().comment('The event as it was sent');
    builder.primary(['organization_id', 'received_at', 'id']);
  });
  for (const column of ['subject_id', 'run_id', 'data_product_id']) {
    await knex.raw(
      `create index lineage_events_by_${column} on lineage_events (organization_id, ${column}, received_at, id)`,
    );
  }
}

function seen(table: Knex.CreateTableBuilder): void {
  table
    .specificType('last_seen_on', 'date')
    .notNullable()
    .comment('Last day (UTC) of an event with it');
}

async function createNodes(knex: Knex): Promise<void> {
  await knex.schema.createTable('lineage_nodes', (table) => {
    table.comment('Datasets and jobs that events name');
    organizationUnchecked(table);
    table.uuid('id').notNullable().comment('Digest of type, namespace and name');
    table.text('type').notNullable().comment('dataset or job');
    table.text('namespace').notNullable().comment('Namespace, e.g. postgres://db.example.com:5432');
    table.text('name').notNullable().comment('Name within the namespace, e.g. shop.public.orders');
    table.text('asset_id').comment('Asset that an event names for it; null if none does');
    seen(table);
    table.primary(['organization_id', 'id']);
  });
  // Names may be longer than an entry of an index.
  for (const column of ['name', 'namespace']) {
    await knex.raw(
      `create index lineage_nodes_by_${column} on lineage_nodes (organization_id, type, "left"(${column}, 200))`,
    );
  }
  await knex.raw('create index lineage_nodes_by_day on lineage_nodes (last_seen_on)');
}

async function createEdges(knex: Knex): Promise<void> {
  await knex.schema.createTable('lineage_edges', (table) => {
    table.comment(
      'Data flows: from a dataset to the job that reads it, and from a job to the dataset that it writes',
    );
    organizationUnchecked(table);
    table.uuid('from_id').notNullable().comment('Node from which data flows');
    table.uuid('to_id').notNullable().comment('Node to which data flows');
    seen(table);
    table.primary(['organization_id', 'from_id', 'to_id']);
  });
  await knex.raw(
    'create index lineage_edges_by_to on lineage_edges (organization_id, to_id, from_id)',
  );
  await knex.raw('create index lineage_edges_by_day on lineage_edges (last_seen_on)');
}

async function createColumns(knex: Knex): Promise<void> {
  await knex.schema.createTable('lineage_columns', (table) => {
    table.comment('Columns that are made of columns, as the facet columnLineage says');
    organizationUnchecked(table);
    table.uuid('id').notNullable().comment('Digest of the job, both datasets and both columns');
    table.uuid('job_id').notNullable().comment('Job that makes the column');
    table.uuid('from_id').notNullable().comment('Dataset of the read column');
    table.text('from_column').notNullable().comment('Read column');
    table.uuid('to_id').notNullable().comment('Dataset of the made column');
    table.text('to_column').comment('Made column; null if all columns depend on the read one');
    table
      .text('transformation')
      .comment('How, e.g. DIRECT/AGGREGATION; null if the event does not say');
    seen(table);
    table.primary(['organization_id', 'id']);
  });
  for (const column of ['job', 'from', 'to']) {
    await knex.raw(
      `create index lineage_columns_by_${column} on lineage_columns (organization_id, ${column}_id, id)`,
    );
  }
  await knex.raw('create index lineage_columns_by_day on lineage_columns (last_seen_on)');
}

async function createPorts(knex: Knex): Promise<void> {
  await knex.schema.createTable('lineage_ports', (table) => {
    table.comment('Jobs and written datasets of data products and their output ports');
    organizationUnchecked(table);
    table.uuid('node_id').notNullable().comment('The job or dataset');
    key(table, 'data_product_id').notNullable().comment('The data product');
    key(table, 'output_port')
      .notNullable()
      .comment('The output port; empty for events without one');
    seen(table);
    table.primary(['organization_id', 'data_product_id', 'output_port', 'node_id']);
  });
  await knex.raw('create index lineage_ports_by_node on lineage_ports (organization_id, node_id)');
  await knex.raw('create index lineage_ports_by_day on lineage_ports (last_seen_on)');
}
