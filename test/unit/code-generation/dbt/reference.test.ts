import { load } from 'js-yaml';
import { dialectOf } from '../../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { matchesPhysicalType } from '../../../../domain/dialects/types/physical-type.ts';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import { dbtSources } from '../../../../jobs/code-generation/generators/dbt/sources.ts';
import { dbtStaging } from '../../../../jobs/code-generation/generators/dbt/staging.ts';
import { describeWithShared } from '../contracts.ts';
import type { Yaml } from './compile.ts';
import { isObject } from './compile.ts';
import {
  dbtModelsDifferences,
  dbtSourcesDifferences,
  dbtStagingDifferences,
} from '../differences/dbt.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import type { Facts, Recording } from '../differences/difference.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `dbt_expectations.…_match_regex` and our `contract_rule` ask the same in other words. */
function testName(entry: unknown): string {
  const [name = '', body] =
    typeof entry === 'string' ? [entry] : (Object.entries(entry as Yaml)[0] ?? []);
  if (name === 'contract_rule') {
    const rule = JSON.stringify(body);
    if (rule.includes('length(')) return 'lengths';
    return /regexp|rlike|match\(| ~ /.test(rule) ? 'pattern' : 'range';
  }
  const known: Record<string, string> = {
    'dbt_expectations.expect_column_value_lengths_to_be_between': 'lengths',
    'dbt_expectations.expect_column_values_to_match_regex': 'pattern',
    'dbt_expectations.expect_column_values_to_be_between': 'range',
    'dbt_utils.unique_combination_of_columns': 'unique columns',
    contract_unique_columns: 'unique columns',
  };
  return known[name] ?? name;
}

const testNames = (part: Yaml): string =>
  [...new Set(((part['data_tests'] ?? []) as unknown[]).map(testName))]
    .filter((name) => name !== 'not_null' && name !== 'unique')
    .sort()
    .join(', ');

/** Constraints and tests say the same twice. */
function says(part: Yaml, kind: string): string {
  const constraints = ((part['constraints'] ?? []) as Yaml[]).map(({ type }) => type);
  return String(
    constraints.includes(kind) ||
      ((part['data_tests'] ?? []) as unknown[]).some((test) => testName(test) === kind),
  );
}

const configOf = (part: Yaml): Yaml => (isObject(part['config']) ? part['config'] : {});

function columnFacts(column: Yaml): Record<string, string> {
  const config = configOf(column);
  const meta = (column['meta'] ?? config['meta'] ?? {}) as Yaml;
  return {
    type: text(column['data_type']),
    description: text(column['description']).replaceAll(/\s+/g, ' ').trim(),
    required: says(column, 'not_null'),
    unique: says(column, 'unique'),
    tests: testNames(column),
    classification: text(meta['classification']),
    tags: ((column['tags'] ?? config['tags'] ?? []) as string[]).join(', '),
  };
}

function factsOf(content: Yaml): Facts {
  const facts: Facts = new Map();
  const add = (place: string, part: Yaml): void => {
    for (const column of (part['columns'] ?? []) as Yaml[])
      facts.set(`${place}.${text(column['name'])}`, columnFacts(column));
  };
  for (const model of (content['models'] ?? []) as Yaml[]) {
    const place = text(model['name']);
    const config = configOf(model);
    const meta = (config['meta'] ?? {}) as Yaml;
    facts.set(place, {
      description: text(model['description']).replaceAll(/\s+/g, ' ').trim(),
      materialized: text(config['materialized']),
      enforced: String(isObject(config['contract'])),
      contract: text(meta['data_contract']),
      owner: text(meta['owner']),
      tests: testNames(model),
    });
    add(place, model);
  }
  for (const source of (content['sources'] ?? []) as Yaml[]) {
    const meta = (source['meta'] ?? configOf(source)['meta'] ?? {}) as Yaml;
    facts.set('source', {
      name: text(source['name']),
      description: text(source['description']).replaceAll(/\s+/g, ' ').trim(),
      database: text(source['database'] ?? source['project']),
      schema: text(source['schema'] ?? source['dataset']),
      owner: text(meta['owner']),
    });
    for (const table of (source['tables'] ?? []) as Yaml[]) {
      const place = text(table['name']);
      facts.set(place, {
        description: text(table['description']).replaceAll(/\s+/g, ' ').trim(),
        tests: testNames(table),
      });
      add(place, table);
    }
  }
  return facts;
}

/** The reference takes Snowflake unless a server is named. */
function targetOf({ contract, options, table }: Recording): {
  dialect: TypeDialect;
  server: Recording['contract']['servers'][number] | undefined;
} {
  const wanted = options.server ?? table;
  const server = contract.servers.find((own) => own.server === wanted);
  const type = (server?.type ?? wanted ?? 'snowflake').toLowerCase();
  return { dialect: dialectOf(type) ?? 'snowflake', server };
}

/** Types that mean the same are the same. */
function alike(reference: Facts, ours: Facts, dialect: TypeDialect): Facts {
  return new Map(
    [...ours].map(([place, aspects]) => {
      const theirs = reference.get(place)?.['type'];
      const own = aspects['type'];
      const isSame =
        theirs &&
        own &&
        (theirs.toLowerCase() === own.toLowerCase() || matchesPhysicalType(dialect, theirs, own));
      return [place, isSame ? { ...aspects, type: theirs } : aspects];
    }),
  );
}

function pairsOf(
  format: string,
  generator: Generator,
): { id: string; reference: Facts; ours: Facts }[] {
  return recordingsOf(format).map((recording) => {
    const { dialect, server } = targetOf(recording);
    const files = generator.generate(recording.contract, { dialect, server, compat: undefined });
    const file = files.find(({ filename }) =>
      generator === dbtModels
        ? filename.startsWith('models/') &&
          filename !== 'models/sources.yml' &&
          filename.endsWith('.yml')
        : filename === 'models/sources.yml',
    );
    const reference = factsOf(load(recording.text) as Yaml);
    const ours = factsOf(load(file?.content ?? '{}') as Yaml);
    return { id: recording.id, reference, ours: alike(reference, ours, dialect) };
  });
}

describeWithShared('dbt of the reference', () => {
  it.each([
    ['dbt-models', dbtModels, dbtModelsDifferences],
    ['dbt-sources', dbtSources, dbtSourcesDifferences],
  ] as const)('differs only where it is meant to: %s', (format, generator, rules) => {
    const pairs = pairsOf(format, generator);
    expect(pairs.length).toBeGreaterThan(30);
    const { unexplained, counts, expected } = compareWithReference(format, rules, pairs);
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });

  it('differs only where it is meant to: dbt-staging-sql', () => {
    const pairs = recordingsOf('dbt-staging-sql').map((recording) => {
      const { contract, table } = recording;
      const files = dbtStaging.generate(contract, {
        dialect: 'snowflake',
        server: undefined,
        compat: undefined,
      });
      const index = contract.tables.findIndex(({ name }) => name === table);
      return {
        id: recording.id,
        reference: stagingFacts(recording.text),
        ours: stagingFacts(files[index]?.content ?? ''),
      };
    });
    const { unexplained, counts, expected } = compareWithReference(
      'dbt-staging-sql',
      dbtStagingDifferences,
      pairs,
    );
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });
});

/** Columns by the name that a staging model gives them. */
function stagingFacts(sql: string): Facts {
  const [, list = '', source = '', table = ''] =
    /select\s+([\s\S]*?)\s+from \{\{ source\('([^']*)', '([^']*)'\) \}\}/.exec(sql) ?? [];
  const columns = list.split(/,\s*(?![^(]*\))/).map((column) => {
    const [, from, type, name] = /^cast\((.*) as (.*)\) as (.*)$/.exec(column.trim()) ?? [];
    return [
      name ?? column.trim(),
      { from: from ?? column.trim(), cast: type === undefined ? 'no' : 'yes' },
    ] as const;
  });
  const bare = (name: string): string => name.replaceAll('"', '');
  return new Map<string, Readonly<Record<string, string>>>([
    ['source', { source, table }],
    ...columns.map(
      ([name, facts]) => [`.${bare(name)}`, { ...facts, from: bare(facts.from) }] as const,
    ),
  ]);
}
