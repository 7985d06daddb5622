import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { sqlDdl } from '../../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlSelect } from '../../../../jobs/code-generation/generators/sql/select.ts';
import { describeWithShared } from '../contracts.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import type { Facts } from '../differences/difference.ts';
import { sqlDdlDifferences, sqlSelectDifferences } from '../differences/sql.ts';

const dialectIn = (text: string): TypeDialect =>
  (/^-- SQL Dialect: (\w+)$/m.exec(text)?.[1] ?? 'postgres') as TypeDialect;

function textFor(generator: Generator, contract: ContractModel, dialect: TypeDialect): string {
  const [server] = contract.servers;
  const files = generator.generate(contract, { dialect, server, compat: undefined });
  return files.map(({ content }) => content).join('\n');
}

const identifier = String.raw`("(?:[^"]|"")*"|${'`(?:[^`]|``)*`'}|\[[^\]]*\]|[^\s(]+)`;
const plain = (name: string): string => name.replaceAll(/["`[\]]/g, '');

/** The text of a comment behind a column or table, whatever its quotation marks. */
const commentIn = (line: string): string =>
  /COMMENT ?=? ?(?:'(.*)'|"(.*)")/s
    .exec(line)
    ?.slice(1)
    .find((text) => text !== undefined)
    ?.replaceAll(/''|\\'|\\"/g, (mark) => mark.at(-1) ?? '') ?? '';

/** Case, blanks and quotation marks of types, and names of one type. */
const typeIn = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/["`]/g, '')
    .replaceAll(/([,:<>()]) +/g, '$1')
    .replaceAll(/\binteger\b|\bint64\b/g, 'int')
    .replace(/ options\(description=.*$/s, '');

/** What stands behind members of structs: constraints and comments. */
function withoutDecorations(line: string): string {
  const start = line.indexOf('<');
  if (start === -1) return line;
  let depth = 0;
  let end = start;
  for (const [index, sign] of line.split('').entries()) {
    depth += sign === '<' ? 1 : sign === '>' ? -1 : 0;
    if (index > start && depth === 0) {
      end = index;
      break;
    }
  }
  const inside = line
    .slice(start, end)
    .replaceAll(
      / (?:NOT NULL|COMMENT '(?:[^'\\]|\\.)*'|OPTIONS\(description='(?:[^'\\]|\\.)*'\))/g,
      '',
    );
  return `${line.slice(0, start)}${inside}${line.slice(end)}`;
}

/** Tables and columns of a script as it is laid out: one column a line. */
function tablesOf(script: string, contract?: ContractModel): Facts {
  const names = new Map((contract?.tables ?? []).map((table) => [table.physicalName, table.name]));
  const facts: Facts = new Map();
  const head = new RegExp(`^CREATE (?:OR REPLACE |EXTERNAL )?TABLE (?:IF NOT EXISTS )?(.+) \\($`);
  let table = '';
  let keys: string[] = [];
  for (const line of script.split('\n')) {
    const opened = head.exec(line)?.[1];
    if (opened !== undefined) {
      const called = plain(opened).replace(/^.*\.(?=[^.]+$)/, '');
      table = names.get(called) ?? called;
      keys = [];
      facts.set(table, { key: '', comment: '', called });
      continue;
    }
    if (table === '') continue;
    const whole = facts.get(table) ?? {};
    const key = /PRIMARY KEY \((.*?)\)/.exec(line)?.[1] ?? /^ORDER BY \((.*)\)/.exec(line)?.[1];
    if (key !== undefined) facts.set(table, { ...whole, key: plain(key) });
    else if (/^(?:\)|OPTIONS|COMMENT)/.test(line)) {
      const comment = commentIn(line);
      if (comment !== '') facts.set(table, { ...whole, comment });
    } else if (/^ {2}(?:UNIQUE|CHECK|CONSTRAINT|FOREIGN KEY)\b/.test(line)) continue;
    else readColumn(facts, table, { line, keys });
    if (line.endsWith(';')) table = '';
  }
  return facts;
}

function readColumn(
  facts: Facts,
  table: string,
  { line, keys }: { line: string; keys: string[] },
): void {
  const found = new RegExp(`^ {2}${identifier} (.*)$`, 's').exec(
    withoutDecorations(line.replace(/,$/, '')),
  );
  if (!found) return;
  const [, name = '', rest = ''] = found;
  const [declared = ''] = rest.split(
    / (?:not null|NOT NULL|NULL|primary key|COMMENT|OPTIONS)(?=$| |\()/,
  );
  if (/ primary key/.test(rest)) {
    keys.push(plain(name));
    facts.set(table, { ...facts.get(table), key: keys.join(', ') });
  }
  const nullable = /^Nullable\((.*)\)$/.exec(declared)?.[1];
  facts.set(`${table}.${plain(name)}`, {
    type: typeIn(nullable ?? declared),
    null: String(!/ not null/i.test(rest)),
    comment: commentIn(rest),
  });
}

describeWithShared('SQL of the reference', () => {
  it('declares the same tables but for what is meant', () => {
    const pairs = recordingsOf('sql').map(({ id, contract, text }) => ({
      id,
      reference: tablesOf(text),
      ours: tablesOf(textFor(sqlDdl, contract, dialectIn(text)), contract),
    }));
    expect(pairs.length).toBeGreaterThan(150);
    const { unexplained, counts, expected } = compareWithReference(
      'sql-ddl',
      sqlDdlDifferences,
      pairs,
    );
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });

  it('selects the same columns but for what is meant', () => {
    const query = (text: string): Facts => {
      const [, list = '', from = ''] = /^select\n(.*)\nfrom (\S.*)$/ims.exec(text) ?? [];
      const columns = list.split('\n').map((line) =>
        plain(
          line
            .trim()
            .replace(/ -- .*$/, '')
            .replace(/,$/, ''),
        ),
      );
      return new Map([['', { columns: columns.join('\n'), table: plain(from.trim()) }]]);
    };
    const pairs = recordingsOf('sql-query').map(({ id, contract, table, text }) => {
      const tables = contract.tables
        .filter(({ name }) => table === undefined || name === table)
        .slice(0, 1);
      const ours = textFor(sqlSelect, { ...contract, tables, servers: [] }, dialectIn(text));
      return { id, reference: query(text), ours: query(ours) };
    });
    expect(pairs.length).toBeGreaterThan(20);
    const { unexplained, counts, expected } = compareWithReference(
      'sql-select',
      sqlSelectDifferences,
      pairs,
    );
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });
});
