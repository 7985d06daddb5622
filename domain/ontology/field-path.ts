const special = /[.[\]"]/;
const specialInBrackets = /[[\]"]/;

/** Begin paths that are about no member of that name. */
const reserved: ReadonlySet<string> = new Set(['*', 'relationships']);

/** The path of a member, behind that of what it is in: a name that could be read as more than one is quoted as in JSON. */
export function memberPath(within: string, name: string): string {
  if (within !== '') return `${within}.${quotedIf(special, name)}`;
  return reserved.has(name) ? JSON.stringify(name) : quotedIf(special, name);
}

/** The path of an entry of a list: by its place, or by what tells it apart from the others. */
export function entryPath(list: string, entry: string | number): string {
  return `${list}[${typeof entry === 'number' ? entry : quotedIf(specialInBrackets, entry)}]`;
}

/** What a conflict is about, in words. */
export function describePlace({
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

/** The path as we write it: without the quotes that it does not need. */
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

/** Whether a path is that of the concept that a role names. */
export function isConceptOfRole(path: string): boolean {
  return conceptOfRole.test(path);
}
