import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { jinjaText } from './dbt-jinja.ts';
import type { DbtColumn, DbtProject, DbtTable } from './dbt-project.ts';
import type { Usage } from './dbt-usage.ts';

const backslashes: ReadonlySet<TypeDialect> = new Set([
  'mysql',
  'snowflake',
  'bigquery',
  'databricks',
  'clickhouse',
]);

const placeholder = String.raw`(?:\$?\{(?:schema|dataset|project|catalog|database)\}\.)*\$?\{\w+\}`;
const name = '(?:"[^"]*"|`[^`]*`|[A-Za-z_][\\w$]*)';

function tokensOf(query: string, dialect: TypeDialect): string[] {
  const text = backslashes.has(dialect) ? String.raw`'(?:[^'\\]|\\.)*'` : "'[^']*'";
  const tokens = [
    ...[text, String.raw`--[^\n]*`, String.raw`/\*.*?\*/`, placeholder],
    ...[`${name}(?:\\.${name})*`, String.raw`\s+`, '.'],
  ];
  return query.match(new RegExp(tokens.join('|'), 'gsu')) ?? [];
}

/** Whether a query stays inside the parentheses that it is put into. */
function isContained(tokens: readonly string[], dialect: TypeDialect): boolean {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    const isOpen = depth < 0 || ["'", '"', '`', ';'].includes(token);
    const isComment = token === '/' && tokens[index + 1] === '*';
    // Comments and texts that only some platforms have.
    const isOdd = token === '$' || (token === '#' && /mysql|bigquery/.test(dialect));
    if (isOpen || isComment || isOdd) return false;
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

/** The table that a name in a query stands for, unless the query makes one of that name itself. */
function tableNamed({ project }: Context, written: string, query: string): DbtTable | undefined {
  const last = unquoted(/[^.]*$/.exec(written)?.[0] ?? '');
  const found = project.tables.find(({ table }) =>
    [table.physicalName, table.name].some((own) => own.toLowerCase() === last),
  );
  if (found === undefined) return undefined;
  return query.toLowerCase().includes(`${last} as (`) ? undefined : found;
}

/** The template for a placeholder; undefined where nothing is known to stand for it. */
function filled({ usage, table, column }: Context, token: string): string | undefined {
  const word = /\{(\w+)\}$/.exec(token)?.[1] ?? '';
  if (/^(?:table|model|object)$/.test(word)) return `{{ ${usage.relation(table)} }}`;
  if (/^(?:column|field|property)$/.test(word) && column !== undefined)
    return jinjaText(usage.nameOf(column).sql);
  return undefined;
}

const isPlaceholder = new RegExp(`^${placeholder}$`);

/** Placeholders stand for names that are quoted where they have to be. */
const withoutQuotes = (token: string): string => token.replaceAll(/["`]/g, '');

/**
 * A query of a quality rule as part of a template: tables of the contract are those of the project. A clause where it
 * cannot be one.
 */
export function queryTemplate(
  context: Context,
  text: string,
): { sql: string } | { reason: string } {
  const query = text
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .replace(/[\s;]+$/, '');
  const { dialect } = context.project;
  const tokens = tokensOf(query, dialect);
  if (!/^(?:select|with)\b/i.test(query) || !isContained(tokens, dialect))
    return { reason: 'its query is not one SELECT' };
  let before = '';
  const parts: string[] = [];
  for (const written of tokens) {
    const token = isPlaceholder.test(withoutQuotes(written)) ? withoutQuotes(written) : written;
    const isTable = /^(?:from|join)$/i.test(before);
    const table = isTable ? tableNamed(context, token, query) : undefined;
    const own = isPlaceholder.test(token) ? filled(context, token) : jinjaText(token);
    if (own === undefined) return { reason: `nothing stands for ${token} in its query` };
    parts.push(table === undefined ? own : `{{ ${context.usage.relation(table)} }}`);
    if (!/^\s|^--|^\/\*/.test(token)) before = token;
  }
  return { sql: parts.join('') };
}
