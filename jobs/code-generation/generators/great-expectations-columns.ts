import type {
  ContractProperty,
  ContractTable,
  QualityRule,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';
import { scalarsOf } from '../../../domain/standards/odcs/normalise-options.ts';
import type { ReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import { boundNames } from '../shapes/limits.ts';
import type { Notes } from '../shapes/notes.ts';
import { ruleExpectation } from './great-expectations-rules.ts';
import type { Expectation } from './great-expectations-rules.ts';
import type { TypeReader } from './great-expectations-types.ts';
import { boundOf, valuesOf } from './great-expectations-values.ts';

/** What the expectations of one table are made from. */
export type Suite = {
  table: ContractTable;
  /** Undefined for databases. */
  engine: string | undefined;
  notes: Notes;
  finder: ReferenceFinder;
  typesOf: TypeReader;
};

/** An expectation that nobody has said more about. */
export const expectation = (type: string, kwargs: Expectation['kwargs']): Expectation => ({
  type,
  kwargs,
  meta: {},
});

/** What is expected of the columns of a table. */
export function columnExpectations(suite: Suite): Expectation[] {
  const { table, notes, typesOf } = suite;
  const cut = table.properties.filter((property) => typesOf(property)?.isCut === true);
  const names = cut.slice(0, 20).map(({ name }) => name);
  const more = cut.length > names.length ? ` and ${cut.length - names.length} more` : '';
  if (cut.length > 0) {
    const clause = 'digits and lengths of types are not expected';
    notes.add(table.name, `${clause}: ${names.join(', ')}${more}`);
  }
  return table.properties.flatMap((property) => expectationsOf(suite, property));
}

function expectationsOf(suite: Suite, property: ContractProperty): Expectation[] {
  const { notes, table } = suite;
  noteRest(property, `${table.name}.${property.name}`, notes);
  return [
    ...typeExpectations(suite, property),
    ...presence(suite, property),
    ...valueExpectations(suite, property),
    ...ruleExpectations(suite, property.quality, property),
  ];
}

/** The type, or that the column is there where the contract has words for it but no type. */
function typeExpectations(
  { table, notes, typesOf }: Suite,
  property: ContractProperty,
): Expectation[] {
  const { physicalName: column } = property;
  const where = `${table.name}.${property.name}`;
  const meta = metaOf(property);
  const { names: [type, ...others] = [], note } = typesOf(property) ?? {};
  if (note !== undefined) notes.add(where, note);
  if (type === undefined) {
    notes.add(where, 'its type is not expected');
    const isSaid = Object.keys(meta).length > 0;
    return isSaid ? [{ ...expectation('expect_column_to_exist', { column }), meta }] : [];
  }
  const expected =
    others.length > 0
      ? expectation('expect_column_values_to_be_in_type_list', {
          column,
          type_list: [type, ...others],
        })
      : expectation('expect_column_values_to_be_of_type', { column, type_: type });
  return [{ ...expected, meta }];
}

function metaOf(property: ContractProperty): Expectation['meta'] {
  const { description, businessName, classification, tags, deprecated, enumTexts } = property;
  const said = {
    notes: description ?? businessName,
    business_name: description === undefined ? undefined : businessName,
    classification,
    tags: tags.length > 0 ? tags : undefined,
    deprecated: deprecated || undefined,
    allowed_values: enumTexts.length > 0 ? enumTexts : undefined,
    transform_logic: property.transformLogic,
    examples: property.examples.length > 0 ? property.examples : undefined,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
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

/** The allowed values as those of the column; those that it cannot have are told. */
function allowedValues(
  { table, notes, typesOf }: Suite,
  property: ContractProperty,
): Scalar[] | undefined {
  const values = property.enumValues ?? scalarsOf(property.customProperties['enum']);
  if (values === undefined) return undefined;
  const typed = valuesOf(typesOf(property)?.held, values);
  if (typed.length < new Set(values).size)
    notes.add(
      `${table.name}.${property.name}`,
      'some of its allowed values are no values of its type, so they are left out',
    );
  return typed.length === 0 ? undefined : typed;
}

function valueExpectations(suite: Suite, property: ContractProperty): Expectation[] {
  const { engine } = suite;
  const { physicalName: column, options } = property;
  const values = allowedValues(suite, property);
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
    ...bounds(suite, property),
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

type Bounds = Partial<Record<(typeof boundNames)[number], Scalar>>;

/** The bounds that values of the column can be compared with; the others are told. */
function comparableBounds({ table, notes, typesOf }: Suite, property: ContractProperty): Bounds {
  const bounds: Bounds = {};
  const held = typesOf(property)?.held;
  for (const name of boundNames) {
    const written = property.options[name];
    const bound = written === undefined ? undefined : boundOf(property, held, written);
    if (bound !== undefined) bounds[name] = bound;
    else if (written !== undefined)
      notes.add(
        `${table.name}.${property.name}`,
        `${name} is not expected: values of the column are not compared with ${String(written).slice(0, 80)}`,
      );
  }
  return bounds;
}

/** Where a column has an inclusive and an exclusive bound, both are expected. */
function bounds(suite: Suite, property: ContractProperty): Expectation[] {
  const { physicalName: column } = property;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = comparableBounds(
    suite,
    property,
  );
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

/** Quality rules that can be expected; the others are told. */
export function ruleExpectations(
  { table, engine, notes, finder, typesOf }: Suite,
  rules: readonly QualityRule[],
  property: ContractProperty | undefined,
): Expectation[] {
  const columnsNamed = (names: readonly string[]): string[] | undefined => {
    const found = names.map((name) => finder.propertyNamed(table.properties, name));
    return found.includes(undefined)
      ? undefined
      : found.flatMap((column) => column?.physicalName ?? []);
  };
  const held = property && typesOf(property)?.held;
  const isSql = engine === undefined;
  const subject = { column: property?.physicalName, columnsNamed, isSql, held };
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
