import { numberOf } from '../../../../domain/standards/json-value.ts';
import type {
  ContractProperty,
  ContractServer,
  Scalar,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { isShapeFormat, maxLengthOf } from '../../shapes/limits.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { fromTheBeginning, translatePattern } from '../../shapes/text/pattern-flavours.ts';
import type { PatternFlavour } from '../../shapes/text/pattern-flavours.ts';
import { pythonNumber, pythonText, pythonValue } from '../../shapes/text/python-text.ts';
import type { PythonImports } from '../../shapes/text/python-text.ts';
import type { Field } from '../../shapes/shape.ts';
import { typedValuesOf } from '../../shapes/typed-values.ts';

export type PydanticWriter = {
  version: 1 | 2;
  notes: Notes;
  server: ContractServer | undefined;
  imports: PythonImports;
  classes: NameScope;
  /** Classes and named types, each after the ones that it needs. */
  blocks: string[][];
};

/** The context of a type: the class that contains it. */
export type PydanticContext = {
  writer: PydanticWriter;
  /** Prefix for the names of nested classes and types. */
  parent: string;
  wanted: string;
  /** Brackets around it. */
  depth: number;
  flavour: PatternFlavour;
};

/** Arguments of `Field` in their order; undefined ones are left out. */
export type Constraints = Readonly<Record<string, string | undefined>>;

/** A type with constraints; version 1 has functions for these. */
export function constrained(
  { version, imports }: PydanticWriter,
  [type, function1]: readonly [type: string, function1: string],
  constraints: Constraints,
): string {
  const present = Object.entries(constraints).filter(([, value]) => value !== undefined);
  if (present.length === 0) return type;
  const list = present.map(([name, value]) => `${name}=${value}`).join(', ');
  if (version === 2)
    return `${imports.use('typing', 'Annotated')}[${type}, ${imports.use('pydantic', 'Field')}(${list})]`;
  imports.use('pydantic', function1);
  const items = function1 === 'conlist' ? `${type.slice('List['.length, -1)}, ` : '';
  return `${function1}(${items}${list})`;
}

const translated = new WeakMap<ContractProperty, Map<PatternFlavour, string | undefined>>();

/** The pattern of a text for the library; undefined if the library cannot read it. */
export function patternOf({ property }: Field, flavour: PatternFlavour): string | undefined {
  const pattern = property?.options.pattern;
  if (property === undefined || pattern === undefined) return undefined;
  // The class, the member and the notes each ask for the same pattern.
  const known = translated.get(property) ?? new Map<PatternFlavour, string | undefined>();
  if (!known.has(flavour)) known.set(flavour, translatePattern(pattern, flavour));
  translated.set(property, known);
  return known.get(flavour);
}

const typesOfFormats: Readonly<Record<string, readonly [module: string, name: string]>> = {
  uuid: ['uuid', 'UUID'],
  guid: ['uuid', 'UUID'],
  uri: ['pydantic', 'AnyUrl'],
  url: ['pydantic', 'AnyUrl'],
  ipv4: ['ipaddress', 'IPv4Address'],
  ipv6: ['ipaddress', 'IPv6Address'],
};

/** EmailStr would need another package. */
const emails = String.raw`^[^@\s]+@[^@\s]+\.[^@\s]+$`;

const patternsOfFormats: Readonly<Record<string, string>> = {
  email: emails,
  'idn-email': emails,
  hostname: '^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$',
};

function formatOf({ shape, property }: Field): string {
  const isUuid = shape.kind === 'text' && shape.isUuid;
  return isUuid ? 'uuid' : (property?.options.format?.toLowerCase() ?? '');
}

const quoted = (pattern: string | undefined, flavour: PatternFlavour): string | undefined => {
  if (pattern === undefined) return undefined;
  return pythonText(flavour === 'python' ? fromTheBeginning(pattern) : pattern);
};

function patternArgument(field: Field, { flavour, writer }: PydanticContext): Constraints {
  const format = formatOf(field);
  const ofFormat = Object.hasOwn(patternsOfFormats, format) ? patternsOfFormats[format] : undefined;
  const isAsked = field.property?.options.pattern !== undefined;
  const pattern = isAsked
    ? patternOf(field, flavour)
    : ofFormat && translatePattern(ofFormat, flavour);
  return { [writer.version === 1 ? 'regex' : 'pattern']: quoted(pattern, flavour) };
}

/** True for a length that fits in 64 bits: larger ones make the import of the module fail. */
export const isCountable = (count: number): boolean => Number.isSafeInteger(count);

/** A length or number of digits; undefined if the library cannot represent it. */
export const countText = (count: number | undefined): string | undefined =>
  count === undefined || !isCountable(count) ? undefined : pythonNumber(count);

const typeOfFormat = (field: Field): readonly [string, string] | undefined => {
  const format = formatOf(field);
  return Object.hasOwn(typesOfFormats, format) ? typesOfFormats[format] : undefined;
};

/** True for text without a specific type, which can have lengths and a pattern. */
export const isPlainText = (field: Field): boolean =>
  field.shape.kind === 'text' && field.values === undefined && typeOfFormat(field) === undefined;

/** True if a type or pattern expresses the format of a field. */
export function readsFormat(field: Field): boolean {
  if (field.shape.kind !== 'text')
    return isShapeFormat(field, field.property?.options.format ?? '');
  const hasPattern = field.property?.options.pattern === undefined;
  const isKnown = Object.hasOwn(patternsOfFormats, formatOf(field)) && hasPattern;
  return isKnown || typeOfFormat(field) !== undefined;
}

export function textType(field: Field, context: PydanticContext): string {
  const { writer } = context;
  const typed = typeOfFormat(field);
  if (typed !== undefined) return writer.imports.use(...typed);
  const { property } = field;
  return constrained(writer, ['str', 'constr'], {
    min_length: countText(property?.options.minLength),
    max_length: countText(property && maxLengthOf(property, writer.server)),
    ...patternArgument(field, context),
  });
}

/** Bytes as rows of JSON have them: version 1 has no type that reads base64. */
export function bytesType({ path }: Field, { writer }: PydanticContext): string {
  const { version, imports, notes } = writer;
  if (version === 2) {
    notes.warn(path, 'it is read as base64, without signs that are none of it');
    return imports.use('pydantic', 'Base64Bytes');
  }
  notes.warn(path, 'its text is taken as it is and not read as base64');
  return 'bytes';
}

/** The allowed values that `Literal` can hold; a note lists the others. */
export function literalValues(field: Field, notes: Notes): readonly Scalar[] | undefined {
  const { shape, path } = field;
  const values = typedValuesOf(field, notes);
  if (values === undefined) return undefined;
  const canHold =
    ['text', 'integer', 'boolean'].includes(shape.kind) &&
    values.every((value) => typeof value !== 'number' || numberOf(value) !== undefined);
  if (canHold) return values;
  notes.add(path, 'pydantic has no literals of its type, so its allowed values are left out');
  return undefined;
}

export function literalType(field: Field, { writer }: PydanticContext): string | undefined {
  const values = literalValues(field, writer.notes);
  if (values === undefined) return undefined;
  const literal = writer.imports.use('typing', 'Literal');
  return `${literal}[${values.map((value) => pythonValue(value)).join(', ')}]`;
}
