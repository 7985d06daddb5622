import './fuzz-seed.ts';
import * as fc from 'fast-check';
import { numberOf } from '../../../domain/standards/json-value.ts';
import type { ContractServer, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { maxLengthOf } from '../../../jobs/code-generation/shapes/limits.ts';
import type { Field } from '../../../jobs/code-generation/shapes/shape.ts';

/** Rows that keep to a contract, made from its shapes. */
export type Row = Record<string, unknown>;

export type Breach = {
  /** What is wrong with the row. */
  kind: 'missing' | 'null' | 'type' | 'enum' | 'length' | 'bound' | 'items' | 'pattern' | 'format';
  path: string;
  row: Row;
};

const examplesOfFormats: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  uuid: '0b5e9fd8-6a4c-4c8e-9f39-6a3a4f9d4b1e',
  uri: 'https://example.org/orders/1',
  url: 'https://example.org/orders/1',
  hostname: 'db.example.org',
  ipv4: '192.0.2.7',
  ipv6: '2001:db8::7',
};

/** A pattern or limit has no value that could be found. */
class NoValue extends Error {}

type Server = ContractServer | undefined;

function lengthsOf({ property }: Field, server: Server): [number, number] {
  const most = (property && maxLengthOf(property, server)) ?? Infinity;
  return [property?.options.minLength ?? 0, most];
}

function textOf(field: Field, server: Server): fc.Arbitrary<unknown> {
  const { format = '', pattern } = field.property?.options ?? {};
  const [least, most] = lengthsOf(field, server);
  const isUuid = field.shape.kind === 'text' && field.shape.isUuid;
  const example = examplesOfFormats[isUuid ? 'uuid' : format.toLowerCase()];
  const fits = (text: string): boolean =>
    text.length >= least &&
    text.length <= most &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  if (example !== undefined) {
    if (!fits(example)) throw new NoValue();
    return fc.constant(example);
  }
  if (format !== '' && !/^(?:password|byte|binary)$/i.test(format)) throw new NoValue();
  if (pattern !== undefined) {
    // Not every expression can be read backwards; those that cannot say so.
    const found = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 50, seed: 7 });
    const fitting = found.filter((text) => fits(text) && /^[ -~]*$/.test(text));
    if (fitting.length === 0) throw new NoValue();
    return fc.constantFrom(...fitting);
  }
  return fc.string({ minLength: least, maxLength: Math.min(most, least + 12) });
}

const isUnsigned = ({ shape, property }: Field): boolean =>
  shape.kind === 'integer' &&
  (shape.unsigned || property?.options.format?.startsWith('u') === true);

function numberIn(field: Field, step: number): fc.Arbitrary<unknown> {
  const { options } = field.property ?? {};
  const multiple = options?.multipleOf ?? step;
  const [below, above] = [numberOf(options?.exclusiveMinimum), numberOf(options?.exclusiveMaximum)];
  const least = numberOf(options?.minimum) ?? below;
  const most = numberOf(options?.maximum) ?? above;
  const low = least ?? (isUnsigned(field) ? 0 : Math.min(0, most ?? 0) - 5 * multiple);
  const high = most ?? Math.max(low, 0) + 5 * multiple;
  const [from, to] = [Math.ceil(low / multiple), Math.floor(high / multiple)];
  const [first, ...rest] = [from, from + 1, Math.floor((from + to) / 2), to - 1, to]
    .map((count) => count * multiple)
    .filter((value) => value >= low && value <= high && value !== below && value !== above);
  if (first === undefined) throw new NoValue();
  return fc.constantFrom(first, ...rest);
}

function isLocal({ shape, property }: Field): boolean {
  return shape.kind === 'timestamp' ? shape.zone === false : property?.options.timezone === false;
}

type Moment = 'date' | 'time' | 'timestamp';

function momentOf(field: Field): fc.Arbitrary<unknown> {
  const end = isLocal(field) ? '' : 'Z';
  const { minimum, maximum } = field.property?.options ?? {};
  const texts = {
    date: ['2024-02-29', '1999-12-31'],
    time: [`23:59:59${end}`, `00:00:00.5${end}`],
    timestamp: [`2024-02-29T23:59:59${end}`, `1999-12-31T00:00:00.25${end}`],
  }[field.property?.options.format === 'date-time' ? 'timestamp' : (field.shape.kind as Moment)];
  const [first, ...rest] = texts.filter(
    (text) => text >= String(minimum ?? '') && text <= String(maximum ?? 'x'),
  );
  if (first === undefined) throw new NoValue();
  return fc.constantFrom(first, ...rest);
}

function containerOf(field: Field, server: Server): fc.Arbitrary<unknown> {
  const { shape, property } = field;
  const options = property?.options ?? {};
  if (shape.kind === 'record') return rowsOf(shape.fields, server);
  if (shape.kind === 'list') {
    const least = shape.dimensions ?? options.minItems ?? 0;
    const most = shape.dimensions ?? options.maxItems ?? least + 2;
    const items = valueOf(shape.items, server);
    const lengths = { minLength: least, maxLength: Math.min(most, least + 2) };
    const selector = (item: unknown): string => JSON.stringify(item);
    return options.uniqueItems === true
      ? fc.uniqueArray(items, { ...lengths, selector })
      : fc.array(items, lengths);
  }
  if (shape.kind !== 'map') return fc.constantFrom({ some: 'thing' }, { more: [1, 2] });
  if (shape.key.values ?? shape.key.property?.options.pattern) throw new NoValue();
  const keys = shape.key.shape.kind === 'text' ? ['one', 'two', 'six'] : ['1', '2', '3'];
  const used = keys.slice(0, options.minProperties ?? 1);
  const value = valueOf(shape.value, server);
  return fc.record(Object.fromEntries(used.map((key) => [key, value])));
}

function valueOf(field: Field, server: Server): fc.Arbitrary<unknown> {
  const { shape, values } = field;
  const isScalar = !['json', 'record', 'list', 'map'].includes(shape.kind);
  if (values !== undefined && isScalar) return fc.constantFrom(...(values as Scalar[]));
  if (shape.kind === 'text') return textOf(field, server);
  if (shape.kind === 'bytes') return fc.constant('AAEC');
  if (shape.kind === 'boolean') return fc.boolean();
  if (shape.kind === 'integer') return numberIn(field, 1);
  if (shape.kind === 'float') return numberIn(field, 0.5);
  if (shape.kind === 'decimal') return numberIn(field, shape.scale === 0 ? 1 : 0.5);
  return ['date', 'time', 'timestamp'].includes(shape.kind)
    ? momentOf(field)
    : containerOf(field, server);
}

/** Rows with all required members and some of the others. */
function rowsOf(fields: readonly Field[], server: Server): fc.Arbitrary<Row> {
  const entries = fields.map((field) => {
    const value = valueOf(field, server);
    return [field.name, field.required ? value : fc.option(value, { freq: 4 })] as const;
  });
  const requiredKeys = fields.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(entries), { requiredKeys, noNullPrototype: true });
}

/** Rows of a table; undefined where no value of a field can be made up. */
export function tryRowsOf(fields: readonly Field[], server: Server): fc.Arbitrary<Row> | undefined {
  const isAmbiguous = new Set(fields.map(({ name }) => name)).size < fields.length;
  try {
    return isAmbiguous ? undefined : rowsOf(fields, server);
  } catch (error) {
    const isUnknown =
      !(error instanceof NoValue) && !/support|assertion|Invalid regular/i.test(String(error));
    if (isUnknown) throw error;
    return undefined;
  }
}

type Wrong = readonly [kind: Breach['kind'], value: unknown];

const wrongTypes: Partial<Record<Field['shape']['kind'], unknown>> = {
  text: { not: 'a text' },
  boolean: 'maybe',
  integer: 'many',
  float: 'much',
  decimal: 'much',
  date: 'yesterday',
  time: 'noon',
  timestamp: 'yesterday',
  record: 'no object',
  list: 'no list',
  map: 'no map',
};

function wrongTexts(field: Field, server: Server): Wrong[] {
  const { format = '', pattern } = field.property?.options ?? {};
  const [least, most] = lengthsOf(field, server);
  const offPattern = ['', '\n', 'Ω'].filter(
    (text) => pattern !== undefined && !new RegExp(pattern, 'u').test(text),
  );
  return [
    ...(field.values ? [['enum', 'not one of the allowed values'] as const] : []),
    ...(most < 10_000 ? [['length', 'x'.repeat(most + 1)] as const] : []),
    ...(least > 0 ? [['length', ''] as const] : []),
    ...(format.toLowerCase() in examplesOfFormats ? [['format', 'no such thing'] as const] : []),
    ...offPattern.map((text) => ['pattern', text] as const),
  ];
}

function wrongNumbers(field: Field): Wrong[] {
  const options = field.property?.options ?? {};
  const bounds = [
    [options.minimum, -1],
    [options.maximum, 1],
    [options.exclusiveMinimum, 0],
    [options.exclusiveMaximum, 0],
    [isUnsigned(field) ? 0 : undefined, -1],
  ] as const;
  return bounds.flatMap(([bound, step]) => {
    const number = numberOf(bound);
    return number === undefined ? [] : [['bound', number + step] as const];
  });
}

function wrongLists({ shape, property }: Field): Wrong[] {
  if (shape.kind !== 'list') return [];
  const most = shape.dimensions ?? property?.options.maxItems;
  const least = shape.dimensions ?? property?.options.minItems ?? 0;
  return [
    ...(most !== undefined && most < 5000 ? [['items', Array(most + 1).fill(null)] as const] : []),
    ...(least > 0 ? [['items', []] as const] : []),
  ];
}

/** Values that a field must not have, with what is wrong with them; nothing stands for a missing member. */
function wrongValues(field: Field, server: Server): Wrong[] {
  const { shape, required, property } = field;
  const isMoment = ['date', 'time', 'timestamp'].includes(shape.kind);
  const isOpen = isMoment && property?.options.format !== undefined;
  const isAny = shape.kind === 'json' && !shape.isObject;
  return [
    ...(required ? [['missing', undefined] as const] : []),
    ...(required && !isAny ? [['null', null] as const] : []),
    ...(shape.kind in wrongTypes && !isOpen ? [['type', wrongTypes[shape.kind]] as const] : []),
    ...(shape.kind === 'text' ? wrongTexts(field, server) : []),
    ...(['integer', 'float', 'decimal'].includes(shape.kind) ? wrongNumbers(field) : []),
    ...wrongLists(field),
  ];
}

/** The row with one member broken, for every way in which one can be broken. */
export function breachesOf(row: Row, fields: readonly Field[], server: Server): Breach[] {
  return fields.flatMap((field) => {
    const { name, path, shape } = field;
    const own = wrongValues(field, server).map(([kind, value]) => {
      const { [name]: _, ...rest } = row;
      return { kind, path, row: value === undefined ? rest : { ...rest, [name]: value } };
    });
    const value = row[name];
    if (shape.kind !== 'record' || typeof value !== 'object' || value === null) return own;
    const inner = breachesOf(value as Row, shape.fields, server);
    return [...own, ...inner.map((breach) => ({ ...breach, row: { ...row, [name]: breach.row } }))];
  });
}
