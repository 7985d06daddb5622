/** A name of a database and one of something in it. */
export type QualifiedName = { schema: string; name: string };

/**
 * What a definition is made of, as far as it matters: texts to skip, names in backticks, words, anything else. What is not closed
 * goes on to the end; otherwise each quote of a broken text would be tried anew.
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

/** Whether a table may stand at this place: behind FROM or JOIN, with nothing but brackets between. */
function isTablePlace(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (tokens[before]?.text === '(') before -= 1;
  return ['from', 'join', 'straight_join'].includes(tokens[before]?.word ?? '');
}

/**
 * The names behind FROM and JOIN in the definition of a view as the server writes it out: always with the database, always in
 * backticks. Some may be something else (`extract(day from x.y)`): the caller must look whether they exist.
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
