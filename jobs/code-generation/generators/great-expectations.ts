import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractTable,
  QualityRule,
} from '../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import type { ReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { createFileScope, fileStem } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import type { Notes } from '../shapes/notes.ts';
import { ruleExpectation } from './great-expectations-rules.ts';
import type { Expectation } from './great-expectations-rules.ts';
import { expectedType, greatExpectationsEngines } from './great-expectations-types.ts';
import { sqlDialects } from './sql-ddl.ts';

/** One suite of expectations for each table. */
export const greatExpectations: Generator = {
  type: 'great-expectations',
  title: 'Great Expectations',
  description: 'Suites of expectations for Great Expectations 1.x, one for each table',
  languages: ['json'],
  dialects: sqlDialects,
  variants: greatExpectationsEngines,
  generate,
};

type Suite = {
  contract: ContractModel;
  table: ContractTable;
  engine: string | undefined;
  dialect: TypeDialect;
  notes: Notes;
  finder: ReferenceFinder;
};

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const engine = options.compat;
  const dialect = options.dialect ?? dialectOf(options.server?.type ?? '') ?? 'postgres';
  const names = createFileScope();
  const finder = createReferenceFinder(contract);
  const files = contract.tables.map((table) => {
    const notes = createNotes();
    noteServiceLevels(contract, notes);
    const suite = suiteOf({ contract, table, engine, dialect, notes, finder });
    return fileOf(names.take(fileStem(table.physicalName, 'table')), suite, {
      notes: notes.list(),
      table: table.name,
    });
  });
  if (files.length > 0) return files;
  const notes = createNotes();
  notes.add('schema', 'the contract has no tables');
  const empty = { name: nameOf(contract, 'contract'), expectations: [], meta: metaOf(contract) };
  return [fileOf(fileStem(contract.id, 'contract'), empty, { notes: notes.list() })];
}

function fileOf(
  stem: string,
  suite: Record<string, unknown>,
  metadata: GeneratedFile['metadata'],
): GeneratedFile {
  const content = `${JSON.stringify(suite, null, 2)}\n`;
  return { filename: `${stem}.json`, language: 'json', content, metadata };
}

const nameOf = ({ version }: ContractModel, table: string): string =>
  version === '' ? table : `${table}.${version}`;

function metaOf({ id, version, team, description }: ContractModel): Record<string, unknown> {
  return {
    ...(id !== '' && { data_contract: id }),
    ...(version !== '' && { data_contract_version: version }),
    ...(team !== undefined && { owner: team }),
    ...(description.purpose !== undefined && { purpose: description.purpose }),
  };
}

function noteServiceLevels({ slaProperties }: ContractModel, notes: Notes): void {
  for (const { property } of slaProperties) {
    notes.add('slaProperties', `${property} is not expected of a table`);
  }
}

function suiteOf(suite: Suite): Record<string, unknown> {
  const { contract, table } = suite;
  const columns = table.properties.map(({ physicalName }) => physicalName);
  const expectations = [
    ...(columns.length > 0
      ? [expectation('expect_table_columns_to_match_ordered_list', { column_list: columns })]
      : []),
    ...keyExpectations(table),
    ...ruleExpectations(suite, table.quality, undefined),
    ...table.properties.flatMap((property) => columnExpectations(suite, property)),
  ];
  const distinct = new Map(
    expectations.map((entry) => [JSON.stringify([entry.type, entry.kwargs]), entry]),
  );
  return {
    name: nameOf(contract, table.physicalName),
    expectations: [...distinct.values()],
    meta: {
      ...metaOf(contract),
      ...(table.tags.length > 0 && { tags: table.tags }),
    },
    ...(table.description !== undefined && { notes: table.description }),
  };
}

const expectation = (type: string, kwargs: Expectation['kwargs']): Expectation => ({
  type,
  kwargs,
  meta: {},
});

function keyExpectations({ properties }: ContractTable): Expectation[] {
  const key = properties.filter(({ primaryKey }) => primaryKey);
  if (key.length < 2) return [];
  const column_list = key.map(({ physicalName }) => physicalName);
  return [expectation('expect_compound_columns_to_be_unique', { column_list })];
}

function columnExpectations(suite: Suite, property: ContractProperty): Expectation[] {
  const { engine, dialect, notes, table } = suite;
  const { physicalName: column, description } = property;
  const where = `${table.name}.${property.name}`;
  const expected = expectedType(engine, dialect, property);
  if (expected === undefined) notes.add(where, 'its type is not expected');
  if (expected?.note !== undefined) notes.add(where, expected.note);
  noteRest(property, where, notes);
  const type = expected && {
    ...expectation('expect_column_values_to_be_of_type', { column, type_: expected.type }),
    meta: {
      ...(description !== undefined && { notes: description }),
      ...(property.classification !== undefined && { classification: property.classification }),
      ...(property.tags.length > 0 && { tags: property.tags }),
    },
  };
  return [
    ...(type ? [type] : []),
    ...presence(suite, property),
    ...valueExpectations(engine, property),
    ...ruleExpectations(suite, property.quality, property),
  ];
}

function presence({ table }: Suite, property: ContractProperty): Expectation[] {
  const { physicalName: column, required, unique, primaryKey } = property;
  const isKey = primaryKey && table.properties.filter((other) => other.primaryKey).length === 1;
  return [
    ...(required || primaryKey
      ? [expectation('expect_column_values_to_not_be_null', { column })]
      : []),
    ...(unique || isKey ? [expectation('expect_column_values_to_be_unique', { column })] : []),
  ];
}

function valueExpectations(engine: string | undefined, property: ContractProperty): Expectation[] {
  const { physicalName: column, enumValues, options, customProperties } = property;
  const own = customProperties['enum'];
  const values = enumValues ?? (Array.isArray(own) && own.length > 0 ? own : undefined);
  const { minLength, maxLength, pattern } = options;
  // pandas looks for a pattern at the beginning of a text only.
  const regex = engine === 'pandas' && pattern !== undefined ? `[\\s\\S]*?(?:${pattern})` : pattern;
  return [
    ...expectedWith('expect_column_values_to_be_in_set', column, { value_set: values }),
    ...expectedWith('expect_column_value_lengths_to_be_between', column, {
      min_value: minLength,
      max_value: maxLength,
    }),
    ...expectedWith('expect_column_values_to_match_regex', column, { regex }),
    ...bounds(property),
  ];
}

/** An expectation of a column when there is anything to expect. */
function expectedWith(
  type: string,
  column: string,
  wanted: Readonly<Record<string, unknown>>,
): Expectation[] {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return given.length === 0 ? [] : [expectation(type, { column, ...Object.fromEntries(given) })];
}

/** Where a column has an inclusive and an exclusive bound, both are expected. */
function bounds({ physicalName: column, options }: ContractProperty): Expectation[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = options;
  const type = 'expect_column_values_to_be_between';
  const strict = {
    min_value: exclusiveMinimum,
    max_value: exclusiveMaximum,
    strict_min: exclusiveMinimum !== undefined || undefined,
    strict_max: exclusiveMaximum !== undefined || undefined,
  };
  const isMixed =
    (minimum !== undefined && exclusiveMinimum !== undefined) ||
    (maximum !== undefined && exclusiveMaximum !== undefined);
  const inclusive = { min_value: minimum, max_value: maximum };
  if (isMixed)
    return [...expectedWith(type, column, strict), ...expectedWith(type, column, inclusive)];
  return expectedWith(type, column, {
    ...strict,
    min_value: exclusiveMinimum ?? minimum,
    max_value: exclusiveMaximum ?? maximum,
  });
}

const unexpected = [
  ...(['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties'] as const),
  ...(['maxProperties', 'required'] as const),
];

function noteRest(property: ContractProperty, where: string, notes: Notes): void {
  const { options, relationships, properties, items, map, logicalType } = property;
  for (const name of unexpected) {
    if (options[name] !== undefined) notes.add(where, `${name} is not expected`);
  }
  if (logicalType === 'string' && options.format !== undefined)
    notes.add(where, `the format ${options.format} is not expected`);
  if (relationships.length > 0) notes.add(where, 'its relationships are not expected');
  if (properties.length > 0 || items !== undefined || map !== undefined)
    notes.add(where, 'nothing is expected of what is inside');
}

function ruleExpectations(
  { table, engine, notes, finder }: Suite,
  rules: readonly QualityRule[],
  property: ContractProperty | undefined,
): Expectation[] {
  const columnsNamed = (names: readonly string[]): string[] | undefined => {
    const found = names.map((name) => finder.propertyNamed(table.properties, name));
    return found.includes(undefined)
      ? undefined
      : found.flatMap((column) => column?.physicalName ?? []);
  };
  const subject = { column: property?.physicalName, columnsNamed, isSql: engine === undefined };
  const where = property === undefined ? table.name : `${table.name}.${property.name}`;
  return rules.flatMap((rule) => {
    const outcome = ruleExpectation(rule, subject);
    if (!('reason' in outcome)) return [outcome];
    const label = (rule.name ?? rule.id ?? rule.description ?? '').slice(0, 80);
    notes.add(
      where,
      `the quality rule ${label === '' ? '' : `'${label}' `}is left out: ${outcome.reason}`,
    );
    return [];
  });
}
