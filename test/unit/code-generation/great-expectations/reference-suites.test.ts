import { matchesPhysicalType } from '../../../../domain/dialects/types/physical-type.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { greatExpectations } from '../../../../jobs/code-generation/generators/great-expectations/generator.ts';
import { mermaid } from '../../../../jobs/code-generation/generators/mermaid/generator.ts';
import { describeWithShared } from '../contracts.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import type { Facts, Recording } from '../differences/difference.ts';
import { greatExpectationsDifferences, mermaidDifferences } from '../differences/suites.ts';

type Entry = { type: string; kwargs: Record<string, unknown>; column?: string };

/** Arguments by expectation and column; the name of the suite is a fact as well. */
function suiteFacts(text: string, dialect: TypeDialect | undefined): Facts {
  const suite = JSON.parse(text) as { name: string; expectations: Entry[] };
  const facts: Facts = new Map([['suite', { name: suite.name }]]);
  for (const { type, kwargs, column: beside } of suite.expectations) {
    const { column = beside, ...others } = kwargs;
    const values = Object.entries(others).map(([name, value]) => [
      name,
      name === 'type_' ? typeName(String(value), dialect) : JSON.stringify(value),
    ]);
    const place = `${typeof column === 'string' ? column : ''} ${type.replace(/^expect_(?:column|table)_/, '')}`;
    facts.set(place, Object.fromEntries(values) as Record<string, string>);
  }
  return facts;
}

/** Types are compared by what they mean to the database, not by how they are spelt. */
function typeName(type: string, dialect: TypeDialect | undefined): string {
  const lower = type.toLowerCase();
  if (dialect === undefined) return lower;
  const known = ['text', 'varchar', 'integer', 'bigint', 'numeric', 'timestamp', 'jsonb', 'float'];
  return known.find((name) => matchesPhysicalType(dialect, name, lower) === true) ?? lower;
}

function engineOf({ options }: Recording): string | undefined {
  return options.engine === 'pandas' || options.engine === 'spark' ? options.engine : undefined;
}

type Keys = { type: string; pk: string; unique: string };

const diagramLine = /^\s+(?:(\S+?)((?:🔑|🔒|⌘)*) (\S+)|"(?:\*\*)?(.*?)(?:\*\*)?"(?: \{)?)$/u;

/** The reference writes names before types, with pictures for keys. */
function referenceDiagram(text: string): Facts {
  const facts: Facts = new Map();
  let entity = '';
  for (const line of text.split('\n')) {
    const [, name, marks = '', type = '', table] = diagramLine.exec(line.replace(/ \{$/, '')) ?? [];
    if (table !== undefined) entity = table;
    else if (name !== undefined) {
      const keys: Keys = {
        type,
        pk: String(marks.includes('🔑')),
        unique: String(marks.includes('🔒')),
      };
      facts.set(`${entity}.${name}`, keys);
    }
  }
  return facts;
}

function ownDiagram(text: string): Facts {
  const facts: Facts = new Map();
  let entity = '';
  for (const line of text.split('\n')) {
    const table = /^ {2}"(.*)" \{$/.exec(line)?.[1];
    if (table !== undefined) entity = table;
    const [, type = '', name, keys = ''] =
      /^ {4}(\S+) (\S+)((?: (?:PK|FK|UK),?)*)(?: "[^"]*")?$/.exec(line) ?? [];
    if (name === undefined) continue;
    facts.set(`${entity}.${name}`, {
      type,
      pk: String(keys.includes('PK')),
      unique: String(keys.includes('UK')),
    });
  }
  return facts;
}

describeWithShared('the reference', () => {
  it('writes suites of Great Expectations that differ only where they are meant to', () => {
    const pairs = recordingsOf('great-expectations').map((recording) => {
      const { contract, table, options } = recording;
      const compat = engineOf(recording);
      const dialect = (options.dialect ?? options.sql_server_type ?? 'postgres') as TypeDialect;
      const files = greatExpectations.generate(contract, { dialect, server: undefined, compat });
      const own =
        table === undefined ? files[0] : files.find((file) => file.metadata['table'] === table);
      const spelling = compat === undefined ? dialect : undefined;
      return {
        id: `${recording.id} ${options.dialect ?? options.engine ?? ''}`,
        reference: suiteFacts(recording.text, spelling),
        ours: suiteFacts(own?.content ?? '{"name":"","expectations":[]}', spelling),
      };
    });
    expect(pairs.length).toBeGreaterThan(60);
    const { unexplained, counts, expected } = compareWithReference(
      'great-expectations',
      greatExpectationsDifferences,
      pairs,
    );
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });

  it('writes diagrams of Mermaid that differ only where they are meant to', () => {
    const pairs = recordingsOf('mermaid').map(({ id, contract, text }) => {
      const [file] = mermaid.generate(contract, {
        dialect: undefined,
        server: undefined,
        compat: undefined,
      });
      return { id, reference: referenceDiagram(text), ours: ownDiagram(file?.content ?? '') };
    });
    expect(pairs.length).toBeGreaterThan(20);
    const { unexplained, counts, expected } = compareWithReference(
      'mermaid',
      mermaidDifferences,
      pairs,
    );
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });
});
