import type { Knex } from 'knex';
import { instant, key, organizationUnchecked } from './column-types.ts';
import { createMonthlyTable } from './create-monthly-table.ts';

/** Who used which data product: spans as they were sent, and their daily numbers. */
export async function up(knex: Knex): Promise<void> {
  const spans = { name: 'usage_spans', column: 'started_at', keptDays: 30 };
  await createMonthlyTable(knex as Knex.Transaction, spans, (table) => {
    table.comment('Spans of OpenTelemetry that say who used a data product');
    organizationUnchecked(table);
    key(table, 'span_id').notNullable().comment('Id of the span, 16 hexadecimal digits');
    instant(table, 'started_at').notNullable().comment('Start of the span');
    keysOfUsage(table);
    key(table, 'contract_id').notNullable().comment('Data contract; empty if the span names none');
    key(table, 'scope_name').notNullable().comment('Name of the instrumentation scope, or empty');
    table.bigInteger('rows').notNullable().comment('Rows that the user got');
    table.text('resource').notNullable().comment('Resource of the span as JSON');
    table.text('scope').notNullable().comment('Instrumentation scope as JSON');
    table.text('span').notNullable().comment('The span as JSON');
    instant(table, 'received_at').notNullable().comment('When it was received last');
    table.primary(['organization_id', 'span_id', 'started_at']);
  });
  await knex.raw(
    'create index usage_spans_by_product on usage_spans (organization_id, product_id, started_at, span_id)',
  );
  await knex.raw(
    'create index usage_spans_by_time on usage_spans (organization_id, started_at, span_id)',
  );
  await knex.schema.createTable('usage_days', (table) => {
    table.comment(
      'How often data products were used: sums of spans, one row for each day and user',
    );
    organizationUnchecked(table);
    table.date('day').notNullable().comment('UTC day on which the spans started');
    keysOfUsage(table);
    table.bigInteger('count').notNullable().comment('Number of spans');
    table.bigInteger('rows').notNullable().comment('Sum of their rows');
    table.primary([
      'organization_id',
      'product_id',
      'day',
      'port',
      'user_name',
      'access_id',
      'team_id',
    ]);
  });
  await knex.raw('create index usage_days_by_day on usage_days (day)');
  await knex.schema.alterTable('work', (table) => {
    table
      .text('traceparent')
      .comment('Span that requested it, as in W3C Trace Context; null without one');
  });
}

function keysOfUsage(table: Knex.CreateTableBuilder): void {
  key(table, 'product_id').notNullable().comment('Data product');
  key(table, 'port').notNullable().comment('Output port as the span names it, or empty');
  key(table, 'user_name').notNullable().comment('User as the span names them, or empty');
  key(table, 'access_id').notNullable().comment('Access that was used, or empty');
  key(table, 'team_id').notNullable().comment('Team that holds this access, or empty');
}
