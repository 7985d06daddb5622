/**
 * Type names with nested types in brackets, and the form of these; brackets after other names contain
 * parameters.
 */
export const containers: ReadonlyMap<string, 'members' | 'items' | 'map' | 'wrapped'> = new Map([
  ['struct', 'members'],
  ['row', 'members'],
  ['record', 'members'],
  ['object', 'members'],
  ['tuple', 'members'],
  ['nested', 'members'],
  ['union', 'members'],
  // Postgres gives composite types arbitrary names; the catalog queries report them as `composite`.
  ['composite', 'members'],
  ['array', 'items'],
  ['list', 'items'],
  ['map', 'map'],
  ['nullable', 'wrapped'],
  ['lowcardinality', 'wrapped'],
]);

/** Words after a type that describe the column instead of the type. */
export const tails: ReadonlySet<string> = new Set([
  'not',
  'null',
  'default',
  'comment',
  'options',
  'collate',
  'identity',
  'auto_increment',
  'generated',
  'zerofill',
]);
