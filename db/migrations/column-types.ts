import type { Knex } from 'knex';

type Column = Knex.ColumnBuilder;

/** An instant with the millisecond precision of JavaScript, so that read and stored values compare equal. */
export function instant(table: Knex.CreateTableBuilder, name: string): Column {
  return table.specificType(name, 'timestamptz(3)');
}

/** A key that callers choose, in byte order, so that paging does not depend on the server's locale. */
export function key(table: Knex.CreateTableBuilder, name: string): Column {
  return table.specificType(name, 'text collate "C"');
}

/** The organization of a row; every key of a tenant table begins with it. */
export function organization(table: Knex.CreateTableBuilder): Column {
  table.foreign('organization_id').references('organizations.id');
  return organizationUnchecked(table);
}

/**
 * The organization without a foreign key, for rows that are only written together with a row that has one: the
 * check would cost a query per row in every PUT.
 */
export function organizationUnchecked(table: Knex.CreateTableBuilder): Column {
  return table.uuid('organization_id').notNullable().comment('Organization the row belongs to');
}

/** SQL comment of `position` columns in messaging. */
export const place =
  'Its place among everything of the organization that was made, given under messaging_heads';

/** An id of 16 base62 characters, and the position in lists. */
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
