import type {
  ContractProperty,
  ContractTable,
  QualityRule,
  Scalar,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { scalarsOf } from '../../../../domain/standards/odcs/normalise-options.ts';
import type { ReferenceFinder } from '../../../../domain/standards/odcs/references.ts';
import { boundNames } from '../../shapes/limits.ts';
import type { Notes } from '../../shapes/notes.ts';
import { ruleExpectation } from './rules.ts';
import type { Expectation } from './rules.ts';
import type { TypeReader } from './types.ts';
import { boundOf, valuesOf } from './values.ts';

/** The input for the expectations of one table. */
export type Suite = {
  table: ContractTable;
  /** Undefined for databases. */
  engine: string | undefined;
  notes: Notes;
  finder: ReferenceFinder;
  typesOf: TypeReader;
};

/** An expectation without metadata. */
export const expectation = (type: string, kwargs: Expectation['kwargs']): Expectation => ({
  type,
  kwargs,
  meta: {},
});

/** The expectations of the columns of a table. */
export function columnExpectations(suite: Suite): Expectation[] {
  const { table, notes, typesOf } = suite;
  for (const property of table.properties)
    if (typesOf(property)?.isCut === true)
      notes.add(`${table.name}.${property.name}`, 'digits and lengths of types are not expected');
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

/** The expectation of a type; without a type, that the column exists. */
function typeExpectations(
  { table, notes, typesOf }: Suite,
  property: ContractProperty,
): Expectation[] {
  const { physicalName: column } = property;
  const where = `${table.name}.${property.name}`;
  const meta = metaOf(property);
  const { names: [type, ...others] = [], note } = typesOf(property) ?? {};
  if (note !== undefined) notes.warn(where, note);
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

/** The allowed values, converted to the type of the column; values that the column cannot have are noted. */
function allowedValues(
  { table, notes, typesOf }: Suite,
  property: ContractProperty,
): Scalar[] | undefined {
  const values = property.enumValues ?? scalarsOf(property.customProperties['enum']);
  if (values === undefined) return undefined;
  const typed = valuesOf(typesOf(property)?.held, values);
  if (typed.length < new Set(values).size)
    notes.warn(
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
  // pandas matches a pattern only at the beginning of a text.
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

/** An expectation of a column, if there is anything to expect. */
function expectedWith(
  type: string,
  column: string,
  wanted: Readonly<Record<string, unknown>>,
): Expectation[] {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return given.length === 0 ? [] : [expectation(type, { column, ...Object.fromEntries(given) })];
}

type Bounds = Partial<Record<(typeof boundNames)[number], Scalar>>;

/** The bounds that values of the column can be compared with; the others are noted. */
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

/** The expected bounds; a column with an inclusive and an exclusive bound gets both. */
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
  const { options, properties, items, map, logicalType } = property;
  for (const name of unexpected) {
    if (options[name] !== undefined) notes.add(where, '{} is not expected', name);
  }
  if (logicalType === 'string' && options.format !== undefined)
    notes.add(where, 'the format {} is not expected', options.format);
  if (properties.length > 0 || items !== undefined || map !== undefined)
    notes.add(where, 'nothing is expected of what is inside');
}

/** The expectations of quality rules; rules that cannot be expected are noted. */
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
      `the quality rule {} is left out: ${outcome.reason}`,
      label === '' ? '' : `'${label}'`,
    );
    return [];
  });
}
