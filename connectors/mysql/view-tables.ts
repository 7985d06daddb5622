/** A qualified name: a database and an object in it. */
export type QualifiedName = { schema: string; name: string };

/**
 * Relevant tokens of a definition: literals to skip, names in backticks, words, other characters. An unclosed quote extends to
 * the end; otherwise each quote of an invalid definition would be tried again.
 */
const token = /'(?:[^'\\]|\\(?:.|$)|'')*(?:'|$)|`((?:[^`]|``)*)(?:`|$)|([a-z_]\w*)|\S/gisu;

type Token = { name?: string | undefined; word?: string | undefined; text: string };

function tokensOf(definition: string): Token[] {
  return [...definition.matchAll(token)].map(([text, name, word]) => ({
    text,
    name: name?.replaceAll('``', '`'),
    word: word?.toLowerCase(),
  }));
}

/** True if a table can follow: after FROM or JOIN, with only brackets between. */
function isTablePlace(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (tokens[before]?.text === '(') before -= 1;
  return ['from', 'join', 'straight_join'].includes(tokens[before]?.word ?? '');
}

/**
 * The names after FROM and JOIN in the definition of a view as the server stores it, which always has the database and backticks.
 * Some may not be tables (`extract(day from x.y)`): the caller must check whether they exist.
 */
export function tablesNamedIn(definition: string): QualifiedName[] {
  const tokens = tokensOf(definition);
  const found = new Map<string, QualifiedName>();
  for (const [at, { name: schema }] of tokens.entries()) {
    const name = tokens[at + 2]?.name;
    if (schema === undefined || name === undefined || tokens[at + 1]?.text !== '.') continue;
    if (isTablePlace(tokens, at)) found.set(`${schema}\0${name}`, { schema, name });
  }
  return [...found.values()];
}
