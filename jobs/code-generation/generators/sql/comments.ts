import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import { cut } from './names.ts';
import { labelsOf, tagStatements } from './tags.ts';
import type { DdlColumn, DdlTable, Script } from './tables.ts';
import { qualifierOf } from './table-location.ts';

/** The description of a table or column; cut to the maximum length of the platform. */
function textOf(
  script: Script,
  where: string,
  { of, max }: { of: { description?: string; businessName?: string }; max: number | undefined },
): string | undefined {
  const said = of.description ?? of.businessName;
  if (said === undefined || said.trim() === '') return undefined;
  // Blocks of YAML end in a line break.
  const text = keptText(script, where, said.trimEnd());
  if (max === undefined || text.length <= max) return text;
  script.notes.add(where, `its description is cut to ${max} characters`);
  return cut(text, max);
}

function keptText({ grammar, notes }: Script, where: string, said: string): string {
  const line = grammar.oneLine === true ? said.replace(/[\r\n]+/g, ' ') : said;
  const text = line.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD');
  const isNarrow = grammar.commentsHaveThreeBytes === true;
  const kept = isNarrow ? text.replace(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD') : text;
  if (kept !== text) notes.add(where, 'signs beyond three bytes are left out of its description');
  return kept;
}

type Described = { description?: string; businessName?: string };

const described = (of: {
  description: string | undefined;
  businessName: string | undefined;
}): Described => ({
  ...(of.description !== undefined && { description: of.description }),
  ...(of.businessName !== undefined && { businessName: of.businessName }),
});

function columnText(script: Script, { property, where }: DdlColumn): string | undefined {
  const max = script.grammar.commentLengths?.[0];
  return textOf(script, where, { of: described(property), max });
}

function tableText(script: Script, { table, where }: DdlTable): string | undefined {
  const max = script.grammar.commentLengths?.[1];
  return textOf(script, where, { of: described(table), max });
}

/** The comment after a column within its table, with a leading blank. */
export function columnComment(script: Script, column: DdlColumn): string {
  const { comments } = script.grammar;
  if (comments === 'statements' || comments === 'properties') return '';
  const text = columnText(script, column);
  if (text === undefined) return '';
  const literal = sqlText(script.dialect, text);
  return comments === 'options' ? ` OPTIONS(description=${literal})` : ` COMMENT ${literal}`;
}

/** Clauses after a table. */
export function tableComment(script: Script, table: DdlTable): string[] {
  const { comments } = script.grammar;
  if (comments === 'statements' || comments === 'properties') return [];
  const text = tableText(script, table);
  const literal = text === undefined ? undefined : sqlText(script.dialect, text);
  if (comments === 'options') return bigqueryOptions(script, table, literal);
  if (literal === undefined) return [];
  return [`COMMENT${comments === 'equals' ? ' =' : ''} ${literal}`];
}

function bigqueryOptions(
  script: Script,
  table: DdlTable,
  description: string | undefined,
): string[] {
  const pairs = labelsOf(script, table).map((label) => `(${sqlText('bigquery', label)}, '')`);
  const options = [
    ...(description === undefined ? [] : [`description=${description}`]),
    ...(pairs.length > 0 ? [`labels=[${pairs.join(', ')}]`] : []),
  ];
  return options.length > 0 ? [`OPTIONS(${options.join(', ')})`] : [];
}

/** Statements after a table: comments, tags and classifications. */
export function descriptionStatements(script: Script, table: DdlTable): string[] {
  return [...commentStatements(script, table), ...tagStatements(script, table)];
}

function commentStatements(script: Script, table: DdlTable): string[] {
  const { comments } = script.grammar;
  if (comments !== 'statements' && comments !== 'properties') return [];
  const write = comments === 'statements' ? commentOn : extendedProperty;
  const whole = tableText(script, table);
  const columns = table.columns.flatMap((column) => {
    const text = columnText(script, column);
    return text === undefined ? [] : [write(script, table, { text, column })];
  });
  return [...(whole === undefined ? [] : [write(script, table, { text: whole })]), ...columns];
}

type Comment = { text: string; column?: DdlColumn };

function commentOn({ dialect }: Script, table: DdlTable, { text, column }: Comment): string {
  const what = column ? `COLUMN ${table.sql}.${column.sql}` : `TABLE ${table.sql}`;
  return `COMMENT ON ${what} IS ${sqlText(dialect, text)}`;
}

/** The statement that stores a description in SQL Server; arguments of procedures cannot be expressions. */
function extendedProperty({ dialect }: Script, table: DdlTable, { text, column }: Comment): string {
  const literal = (value: string): string => `N${sqlText(dialect, value)}`;
  const level2 = column ? `, @level2type = N'COLUMN', @level2name = ${literal(column.name)}` : '';
  return (
    `EXEC sp_addextendedproperty @name = N'MS_Description', @value = ${literal(text)}, ` +
    `@level0type = N'SCHEMA', @level0name = ${table.schema === undefined ? '@schema' : literal(table.schema)}, ` +
    `@level1type = N'TABLE', @level1name = ${literal(table.name)}${level2}`
  );
}

/** Declarations that the statements of a script need once in front of them. */
export function preludeOf(script: Script, statements: readonly string[]): string[] {
  const { dialect, grammar, server } = script;
  const isUsed =
    grammar.comments === 'properties' &&
    statements.some((sql) => sql.startsWith('EXEC sp_add') && sql.includes('= @schema,'));
  if (!isUsed) return [];
  const schema = server && qualifierOf(dialect, server) !== '' ? server['schema'] : undefined;
  const name =
    typeof schema === 'string'
      ? `N${sqlText(dialect, schema.replaceAll('\0', ''))}`
      : 'SCHEMA_NAME()';
  return [`DECLARE @schema sysname = ${name}`];
}
