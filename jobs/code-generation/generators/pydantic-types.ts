import { numberOf } from '../../../domain/standards/json-value.ts';
import type {
  ContractProperty,
  ContractServer,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';
import { isShapeFormat, maxLengthOf } from '../shapes/limits.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { fromTheBeginning, translatePattern } from '../shapes/pattern-flavours.ts';
import type { PatternFlavour } from '../shapes/pattern-flavours.ts';
import { pythonNumber, pythonText, pythonValue } from '../shapes/python-text.ts';
import type { PythonImports } from '../shapes/python-text.ts';
import type { Field } from '../shapes/shape.ts';
import { typedValuesOf } from '../shapes/typed-values.ts';

export type PydanticWriter = {
  version: 1 | 2;
  notes: Notes;
  server: ContractServer | undefined;
  imports: PythonImports;
  classes: NameScope;
  /** Classes and names of types, each behind those that it needs. */
  blocks: string[][];
};

/** The class that a type stands in. */
export type PydanticPlace = {
  writer: PydanticWriter;
  /** What a class or name of a type inside would be called. */
  parent: string;
  wanted: string;
  /** Brackets around it. */
  depth: number;
  flavour: PatternFlavour;
};

/** Arguments of `Field` in their order; undefined ones are left out. */
export type Constraints = Readonly<Record<string, string | undefined>>;

/** A type with what its values have to keep to, which version 1 has functions for. */
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

/** The pattern of a text for the library; undefined where it has none that it could read. */
export function patternOf({ property }: Field, flavour: PatternFlavour): string | undefined {
  const pattern = property?.options.pattern;
  if (property === undefined || pattern === undefined) return undefined;
  // It is asked for several times: for the class, for the member and for the notes.
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

/** EmailStr would need a package of its own. */
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

function patternArgument(field: Field, { flavour, writer }: PydanticPlace): Constraints {
  const format = formatOf(field);
  const ofFormat = Object.hasOwn(patternsOfFormats, format) ? patternsOfFormats[format] : undefined;
  const isAsked = field.property?.options.pattern !== undefined;
  const pattern = isAsked
    ? patternOf(field, flavour)
    : ofFormat && translatePattern(ofFormat, flavour);
  return { [writer.version === 1 ? 'regex' : 'pattern']: quoted(pattern, flavour) };
}

/** Whether a length can be counted: the library keeps those of 64 bits, and larger ones stop the import. */
export const isCountable = (count: number): boolean => Number.isSafeInteger(count);

/** A length or number of digits; undefined where it is none that the library can keep. */
export const countText = (count: number | undefined): string | undefined =>
  count === undefined || !isCountable(count) ? undefined : pythonNumber(count);

const typeOfFormat = (field: Field): readonly [string, string] | undefined => {
  const format = formatOf(field);
  return Object.hasOwn(typesOfFormats, format) ? typesOfFormats[format] : undefined;
};

/** Whether lengths and patterns can be said of a text: it has no type of its own. */
export const isPlainText = (field: Field): boolean =>
  field.shape.kind === 'text' && field.values === undefined && typeOfFormat(field) === undefined;

/** Whether a type or pattern says what the format of a field is. */
export function readsFormat(field: Field): boolean {
  if (field.shape.kind !== 'text')
    return isShapeFormat(field, field.property?.options.format ?? '');
  const hasPattern = field.property?.options.pattern === undefined;
  const isKnown = Object.hasOwn(patternsOfFormats, formatOf(field)) && hasPattern;
  return isKnown || typeOfFormat(field) !== undefined;
}

export function textType(field: Field, place: PydanticPlace): string {
  const { writer } = place;
  const typed = typeOfFormat(field);
  if (typed !== undefined) return writer.imports.use(...typed);
  const { property } = field;
  return constrained(writer, ['str', 'constr'], {
    min_length: countText(property?.options.minLength),
    max_length: countText(property && maxLengthOf(property, writer.server)),
    ...patternArgument(field, place),
  });
}

/** Bytes as rows of JSON have them: version 1 has no type that reads base64. */
export function bytesType({ path }: Field, { writer }: PydanticPlace): string {
  const { version, imports, notes } = writer;
  if (version === 2) {
    notes.add(path, 'it is read as base64, without signs that are none of it');
    return imports.use('pydantic', 'Base64Bytes');
  }
  notes.add(path, 'its text is taken as it is and not read as base64');
  return 'bytes';
}

/** The allowed values of a field as `Literal` can hold them; others are said to be left out. */
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

export function literalType(field: Field, { writer }: PydanticPlace): string | undefined {
  const values = literalValues(field, writer.notes);
  if (values === undefined) return undefined;
  const literal = writer.imports.use('typing', 'Literal');
  return `${literal}[${values.map((value) => pythonValue(value)).join(', ')}]`;
}
