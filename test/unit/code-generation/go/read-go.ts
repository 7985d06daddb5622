/** What a file of Go says, for machines that have no Go. */
export type GoContents = {
  package: string;
  imports: string[];
  /** Types and tags of fields by the names of structs and fields. */
  structs: Map<string, Record<string, string>>;
};

const token =
  /\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`[^`]*`|[\p{L}_][\p{L}\p{Nd}_.]*|\d+|[{}()[\]*=\n]|[ \t]+/uy;

/** Every token with its text; throws where something is none that generated files have. */
function tokenize(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < text.length;) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) throw new Error(`no token of Go: ${text.slice(at, at + 60)}`);
    tokens.push(found);
    at += found.length;
  }
  return tokens.filter((found) => !/^(?:\/\/|[ \t])/.test(found));
}

type Statement = { head: string; body: string };

/** Statements with what stands in their outer brackets. */
function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let [head, body, depth] = ['', '', 0];
  for (const found of tokenize(text)) {
    if (found === '\n' && depth === 0) {
      if (head !== '') statements.push({ head: head.trim(), body });
      [head, body] = ['', ''];
      continue;
    }
    const opens = /[{(]/.test(found[0] ?? '');
    const closes = /[})]/.test(found[0] ?? '');
    if (closes) depth -= 1;
    if (depth > 0) body += found === '\n' ? found : `${found} `;
    else if (!opens && !closes) head += `${found} `;
    if (opens) depth += 1;
    if (depth < 0) throw new Error('a bracket too many');
  }
  if (depth !== 0) throw new Error('a bracket too few');
  return statements;
}

function fieldsOf(body: string): Record<string, string> {
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, type, tag] = /^(\p{Lu}\S*) (.*) (`[^`]*`)$/u.exec(line) ?? [];
      if (name === undefined || type === undefined) throw new Error(`no field: ${line}`);
      return [name, `${type.replaceAll(' ', '')} ${tag}`];
    }),
  );
}

/** Reads a generated file, and throws where it holds more than a package, imports, types and constants. */
export function readGo(text: string): GoContents {
  const [first, ...others] = statementsOf(text);
  const name = /^package (\w+)$/.exec(first?.head ?? '')?.[1];
  if (name === undefined) throw new Error('no package');
  const contents: GoContents = { package: name, imports: [], structs: new Map() };
  for (const { head, body } of others) {
    const struct = /^type (\w+) struct$/.exec(head)?.[1];
    if (struct !== undefined) {
      if (contents.structs.has(struct)) throw new Error(`${struct} twice`);
      contents.structs.set(struct, fieldsOf(body));
    } else if (head.startsWith('import')) {
      for (const [, path = ''] of `${head} ${body}`.matchAll(/"([^"]*)"/g))
        contents.imports.push(path);
    } else if (!/^(?:type \w+ string|const)$/.test(head)) throw new Error(`no statement: ${head}`);
  }
  return contents;
}
