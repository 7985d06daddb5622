import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { jinjaText } from './jinja.ts';
import { dbtPlatforms } from './platforms.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import type { Usage } from './usage.ts';
import { withoutSemicolon } from '../../shapes/quality-rule.ts';

const placeholder = String.raw`(?:\$?\{(?:schema|dataset|project|catalog|database)\}\.)*\$?\{\w+\}`;
const name = '(?:"[^"]*"|`[^`]*`|[A-Za-z_][\\w$]*)';

function tokensOf(query: string, dialect: TypeDialect): string[] {
  const { backslashEscapes = false } = dbtPlatforms[dialect];
  const text = backslashEscapes ? String.raw`'(?:[^'\\]|\\.)*'` : "'[^']*'";
  const comments = String.raw`--[^\n]*|/\*.*?\*/`;
  const names = `${name}(?:\\.${name})*`;
  const tokens = [text, comments, placeholder, names, String.raw`\s+`, '.'];
  return query.match(new RegExp(tokens.join('|'), 'gsu')) ?? [];
}

/** Characters that end a statement or begin an unterminated text. */
const open: ReadonlySet<string> = new Set(["'", '"', '`', ';', '$']);

/** True if every platform reads the same texts and comments in a query. */
function isPlain(tokens: readonly string[], dialect: TypeDialect): boolean {
  const text = tokens.filter((token) => token.length === 1).join('');
  // MySQL would read the rest of the line as a comment.
  if (dbtPlatforms[dialect].hashComments === true && text.includes('#')) return false;
  if (text.includes('/*') || tokens.some((token) => open.has(token))) return false;
  // Platforms also read a backslash before a quotation mark differently.
  return !/\\["'`]/.test(text) && !tokens.some((token) => /\\["'`]/.test(token));
}

/** True if a query stays inside the parentheses around it. */
function isContained(tokens: readonly string[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

type Context = {
  project: DbtProject;
  usage: Usage;
  table: DbtTable;
  column: DbtColumn | undefined;
};

const unquoted = (part: string): string => part.replaceAll(/^["`]|["`]$/g, '').toLowerCase();

/** The table that a name in a query refers to, unless the query defines a table of that name itself. */
function tableNamed({ project }: Context, written: string, query: string): DbtTable | undefined {
  const last = unquoted(/[^.]*$/.exec(written)?.[0] ?? '');
  const found = project.tablesByName.get(last);
  if (found === undefined) return undefined;
  return query.toLowerCase().includes(`${last} as (`) ? undefined : found;
}

/** The template for a placeholder; undefined for unknown placeholders. */
function filled({ usage, table, column }: Context, token: string): string | undefined {
  const name = /\{(\w+)\}$/.exec(token)?.[1] ?? '';
  if (/^(?:table|model|object)$/.test(name)) return `{{ ${usage.relation(table)} }}`;
  if (/^(?:column|field|property)$/.test(name) && column !== undefined)
    return jinjaText(usage.nameOf(column).sql);
  return undefined;
}

const isPlaceholder = new RegExp(`^${placeholder}$`);

/** The name that replaces a placeholder already has the quotes that it needs. */
const withoutQuotes = (token: string): string => token.replaceAll(/["`]/g, '');

/**
 * A query of a quality rule as part of a template, with the tables of the contract replaced by those of the project; or
 * a clause that says why it cannot be one.
 */
export function queryTemplate(
  context: Context,
  text: string,
): { sql: string } | { reason: string } {
  const query = withoutSemicolon(text.toWellFormed().replaceAll('\0', ''));
  const { dialect } = context.project;
  const tokens = tokensOf(query, dialect);
  const isOne = isPlain(tokens, dialect) && isContained(tokens);
  if (!/^(?:select|with)\b/i.test(query) || !isOne)
    return { reason: 'its query is not one SELECT' };
  let before = '';
  const parts: string[] = [];
  for (const written of tokens) {
    const token = isPlaceholder.test(withoutQuotes(written)) ? withoutQuotes(written) : written;
    const isTable = /^(?:from|join)$/i.test(before);
    const table = isTable ? tableNamed(context, token, query) : undefined;
    const part = table === undefined ? partOf(context, token) : relationOf(context, table);
    if (part === undefined) return { reason: `nothing stands for ${token} in its query` };
    parts.push(part);
    if (!/^\s|^--|^\/\*/.test(token)) before = token;
  }
  return { sql: parts.join('') };
}

const relationOf = ({ usage }: Context, table: DbtTable): string =>
  `{{ ${usage.relation(table)} }}`;

const partOf = (context: Context, token: string): string | undefined =>
  isPlaceholder.test(token) ? filled(context, token) : jinjaText(token);
