const special = /[.[\]"]/;
const specialInBrackets = /[[\]"]/;

/** Names that have another meaning at the start of a path. */
const reserved: ReadonlySet<string> = new Set(['*', 'relationships']);

/** The path of a member within its parent: an ambiguous name is quoted as in JSON. */
export function memberPath(within: string, name: string): string {
  if (within !== '') return `${within}.${quotedIf(special, name)}`;
  return reserved.has(name) ? JSON.stringify(name) : quotedIf(special, name);
}

/** The path of a list entry: by its index, or by its key. */
export function entryPath(list: string, entry: string | number): string {
  return `${list}[${typeof entry === 'number' ? entry : quotedIf(specialInBrackets, entry)}]`;
}

/** The subject of a conflict, in words. */
export function describeConflict({
  concept,
  field,
}: {
  concept?: string | undefined;
  field: string;
}): string {
  const what = field === '*' ? 'the whole' : field;
  return `${what} of ${concept === undefined ? 'the document itself' : `"${concept}"`}`;
}

/** The path of a relationship, by its identity. */
export function relationshipPath(identity: string): string {
  return entryPath('relationships', identity);
}

function quotedIf(pattern: RegExp, name: string): string {
  return name === '' || pattern.test(name) ? JSON.stringify(name) : name;
}

const quotedStep = /(^|[.[])("(?:[^"\\]|\\.)*")/g;

/** The path without unnecessary quotes. */
export function plainPath(path: string): string {
  return path.replace(quotedStep, (written: string, before: string, quoted: string) => {
    const name = unquoted(quoted);
    if (name === undefined) return written;
    if (before === '') return memberPath('', name);
    return before + quotedIf(before === '[' ? specialInBrackets : special, name);
  });
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

const conceptOfRole = /^relationships\[(?:"(?:[^"\\]|\\.)*"|[^[\]"]*)\]\.roles\[\d+\]\.concept$/;

/** True for the path of a role's concept. */
export function isConceptOfRole(path: string): boolean {
  return conceptOfRole.test(path);
}
