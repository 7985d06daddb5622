const maxNames = 20;

/**
 * Distinct names for an error message, each in quotes; beyond 20 names only their number. Undefined without
 * names.
 */
export function quoteNames(names: readonly string[]): string | undefined {
  const distinct = [...new Set(names)];
  if (distinct.length === 0) return undefined;
  const shown = distinct.slice(0, maxNames).map((name) => `'${name}'`);
  const more = distinct.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
