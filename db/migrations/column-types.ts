import type { Knex } from 'knex';

type Column = Knex.ColumnBuilder;

/** An instant, to the millisecond: what JavaScript can hold, so that what is read can be compared with what is stored. */
export function instant(table: Knex.CreateTableBuilder, name: string): Column {
  return table.specificType(name, 'timestamptz(3)');
}

/** A key that callers choose; byte order, so that paging by it does not depend on the server's locale. */
export function key(table: Knex.CreateTableBuilder, name: string): Column {
  return table.specificType(name, 'text collate "C"');
}

/** The organization a row belongs to; with it every key of a tenant table begins (tenancy by schema). */
export function organization(table: Knex.CreateTableBuilder): Column {
  table.foreign('organization_id').references('organizations.id');
  return organizationUnchecked(table);
}

/**
 * The same without a foreign key, for rows that are only written together with a row that has one: the check
 * costs a query for each row, on the path of every PUT.
 */
export function organizationUnchecked(table: Knex.CreateTableBuilder): Column {
  return table.uuid('organization_id').notNullable().comment('Organization the row belongs to');
}

/** What `position` of messaging is. */
export const place =
  'Its place among everything of the organization that was made, given under messaging_heads';

/** An id of 16 base62 characters, and the place in lists. */
export function identified(table: Knex.CreateTableBuilder): void {
  key(table, 'id').notNullable().comment('16 base62 characters');
  table.bigInteger('position').notNullable().comment(place);
  instant(table, 'created_at').notNullable().comment('When it was made');
  table.primary(['organization_id', 'id']);
}

/** A reference to a row of the same organization. */
export function refers(
  table: Knex.CreateTableBuilder,
  column: string,
  to: string,
  onDelete: 'CASCADE' | 'NO ACTION',
): void {
  table
    .foreign(['organization_id', column])
    .references(['organization_id', 'id'])
    .inTable(to)
    .onDelete(onDelete);
}
