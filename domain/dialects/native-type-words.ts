/** What is inside the brackets after these names; after all others there are parameters. */
export const containers: ReadonlyMap<string, 'members' | 'items' | 'map' | 'wrapped'> = new Map([
  ['struct', 'members'],
  ['row', 'members'],
  ['record', 'members'],
  ['object', 'members'],
  ['tuple', 'members'],
  ['nested', 'members'],
  ['union', 'members'],
  // Postgres calls its types by names of their own; this is what stands for composite ones.
  ['composite', 'members'],
  ['array', 'items'],
  ['list', 'items'],
  ['map', 'map'],
  ['nullable', 'wrapped'],
  ['lowcardinality', 'wrapped'],
]);

/** Words behind a type that say something of the column, not of its type. */
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
