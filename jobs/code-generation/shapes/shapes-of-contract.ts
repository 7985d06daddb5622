import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { parseNativeType } from '../../../domain/dialects/types/native-type.ts';
import type { NativeMember, NativeType } from '../../../domain/dialects/types/native-type.ts';
import { textOf } from '../../../domain/standards/json-value.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  LogicalType,
} from '../../../domain/standards/odcs/contract-model.ts';
import { allowedValues } from './allowed-values.ts';
import { declaredForm, isTemporal } from './declared-form.ts';
import type { Notes } from './notes.ts';
import { hasLocalTimestamps, logicalTypeOfNative, scalarShape } from './scalar-shape.ts';
import type { Entity, Field, Temporal, Shape } from './shape.ts';
import { dimensionsOf, isVector, vectorShape } from './vector-shape.ts';

/** Selects shapes of columns on a platform, or of rows written as JSON. */
type Of = 'columns' | 'rows';

type Walk = {
  dialect: TypeDialect | undefined;
  isLocal: boolean;
  of: Of;
  notes: Notes;
  /** The name of the table. */
  table: string;
};

/** A property or a part of a native type, at a path. */
type Source = {
  path: string;
  property: ContractProperty | undefined;
  native: NativeType | undefined;
};

const any: Shape = { kind: 'json', isObject: false };

/** The items of a list, or the keys or values of a map; a contract does not say how many of them are null. */
function inside(walk: Walk, source: Source, name: string): Field {
  return { ...fieldAt(walk, source, name), required: true };
}

/** A field that the contract does not describe itself. */
function bareField({ table }: Walk, path: string, shape: Shape): Field {
  const own = { values: undefined, property: undefined };
  return { name: 'items', path, table, required: true, shape, ...own };
}

function itemsOf(walk: Walk, { path, property, native }: Source): Field {
  const itemsPath = `${path}[]`;
  const { items, properties = [] } = property ?? {};
  if (items === undefined && properties.length > 0) {
    // Properties of an array describe its items.
    const fields = membersOf(walk, itemsPath, properties);
    return bareField(walk, itemsPath, { kind: 'record', fields });
  }
  const type = items ? nativeOf(walk, items) : native?.items;
  const name = items?.physicalName ?? 'items';
  return inside(walk, { path: itemsPath, property: items, native: type }, name);
}

/** Members by their names, each once. */
function membersOf(walk: Walk, path: string, properties: readonly ContractProperty[]): Field[] {
  const names = new Set<string>();
  return properties.flatMap((property) => {
    const { physicalName } = property;
    if (names.has(physicalName)) {
      walk.notes.warn(
        `${path}.${physicalName}`,
        'it stands there twice, and only the first one is written',
      );
      return [];
    }
    names.add(physicalName);
    return [memberField(walk, path, property)];
  });
}

function memberField(walk: Walk, path: string, property: ContractProperty): Field {
  const { physicalName } = property;
  const source = { path: `${path}.${physicalName}`, property, native: nativeOf(walk, property) };
  return fieldAt(walk, source, physicalName);
}

/** Members that only the native type declares. */
function nativeMembers(walk: Walk, { path, native }: Source): Field[] {
  const members = native?.name === 'map' ? [] : (native?.members ?? []);
  const types = new Map(members.map(({ name, type }) => [name, type]));
  return [...types].map(([name, type]) =>
    fieldAt(walk, { path: `${path}.${name}`, property: undefined, native: type }, name),
  );
}

function recordShape(walk: Walk, source: Source): Shape {
  const { path, property } = source;
  const { properties = [], options, logicalType } = property ?? {};
  const required = new Set(options?.required);
  const own = membersOf(walk, path, properties).map((field) =>
    required.has(field.property?.name ?? '') ? { ...field, required: true } : field,
  );
  const fields = own.length > 0 ? own : nativeMembers(walk, source);
  // Columns of JSON hold more than objects.
  return fields.length > 0
    ? { kind: 'record', fields }
    : { kind: 'json', isObject: logicalType === 'object' };
}

function mapShape(walk: Walk, { path, property, native }: Source): Shape {
  const map = property?.map;
  const members: readonly NativeMember[] = native?.name === 'map' ? (native.members ?? []) : [];
  const part = (name: 'key' | 'value'): Field | undefined => {
    const own = map?.[name];
    const type = own ? nativeOf(walk, own) : members.find((member) => member.name === name)?.type;
    if (own === undefined && type === undefined) return undefined;
    return inside(walk, { path: `${path}{${name}}`, property: own, native: type }, name);
  };
  const [key, value] = [part('key'), part('value')];
  return key && value ? { kind: 'map', key, value } : { kind: 'json', isObject: true };
}

/** The logical type that the members of a property imply if it declares none. */
function kindOfMembers({ items, map, properties }: ContractProperty): LogicalType | undefined {
  if (map) return 'map';
  if (items) return 'array';
  return properties.length > 0 ? 'object' : undefined;
}

const isArray = (native: NativeType | undefined): boolean =>
  native !== undefined && (native.items !== undefined || native.name === 'array');

function kindOfProperty(
  property: ContractProperty,
  native: NativeType | undefined,
): LogicalType | undefined {
  const { logicalType, properties } = property;
  const kind = logicalType ?? kindOfMembers(property);
  if (kind !== 'object') return kind;
  if (logicalType === undefined) return isArray(native) ? 'array' : 'object';
  return native?.name === 'map' && properties.length === 0 ? 'map' : 'object';
}

/** The kind of a date or time whose native type holds another kind. */
function kindOfTemporal(said: Temporal, held: LogicalType | undefined, of: Of): LogicalType {
  if (held === 'integer' || held === 'number') return held;
  // ODCS before 3.1 has no timestamps: only the physical type distinguishes them from dates.
  if (said === 'date' && held === 'timestamp') return held;
  return held === 'string' && of === 'columns' ? held : said;
}

function kindOf({ property, native }: Source, { dialect, of }: Walk): LogicalType | undefined {
  const said = property && kindOfProperty(property, native);
  const counts = said === undefined || isTemporal(said);
  if (native === undefined || !counts) return said;
  const held = isArray(native) ? 'array' : logicalTypeOfNative(native, dialect);
  return said === undefined ? held : kindOfTemporal(said, held, of);
}

/** True for dates and times that rows do not write as ISO 8601: readers cannot parse them. */
function isOtherForm({ property }: Source, kind: unknown, { of }: Walk): kind is Temporal {
  return of === 'rows' && isTemporal(kind) && declaredForm(property, kind) !== undefined;
}

const containerShapes: Partial<Record<LogicalType, (walk: Walk, source: Source) => Shape>> = {
  vector: ({ table }, { path, property, native }) => vectorShape({ table, path }, property, native),
  array: (walk, source) => {
    const { path, property, native } = source;
    const isPlain = property?.items === undefined && native?.items === undefined;
    return isVector(native) && isPlain
      ? vectorShape({ table: walk.table, path }, property, native)
      : {
          kind: 'list',
          items: itemsOf(walk, source),
          dimensions: dimensionsOf(undefined, native),
        };
  },
  map: mapShape,
  object: recordShape,
};

function shapeAt(walk: Walk, source: Source): Shape {
  const kind = kindOf(source, walk);
  const containerShape = kind && containerShapes[kind];
  if (containerShape !== undefined) return containerShape(walk, source);
  if (isOtherForm(source, kind, walk)) return { kind: 'text', isUuid: false, temporal: kind };
  return scalarShape({ ...source, ...walk }, kind) ?? unknownShape(walk, source);
}

function unknownShape({ notes }: Walk, { path, property, native }: Source): Shape {
  const written =
    property?.physicalType ?? native?.text ?? textOf(property?.customProperties['declaredType']);
  if (written === undefined) {
    notes.warn(path, 'no type is given, so any value is accepted');
    return any;
  }
  notes.warn(path, "the type '{}' is not known here and is written as text", written);
  return { kind: 'text', isUuid: false };
}

function nativeOf({ dialect }: Walk, property: ContractProperty): NativeType | undefined {
  // A property without a native type may name one here, which contract tests do not compare.
  const physicalType = property.physicalType ?? textOf(property.customProperties['physicalType']);
  // An unknown platform is read as Databricks; only Postgres parses arrays differently.
  return physicalType === undefined
    ? undefined
    : parseNativeType(dialect ?? 'databricks', physicalType);
}

function fieldAt(walk: Walk, source: Source, name: string): Field {
  const { path, property } = source;
  return {
    name,
    path,
    table: walk.table,
    required: property?.required === true || property?.primaryKey === true,
    shape: shapeAt(walk, source),
    values: property && allowedValues(property, source.native),
    property,
  };
}

/** The shapes of the fields of every table, as columns unless rows are requested; unknown types are noted. */
export function shapesOf(
  { tables }: ContractModel,
  { server, of = 'columns', notes }: { server: ContractServer | undefined; of?: Of; notes: Notes },
): Entity[] {
  const walk = {
    dialect: server && dialectOf(server.type),
    isLocal: hasLocalTimestamps(server),
    of,
    notes,
  };
  return tables.map((table) => ({
    table,
    fields: membersOf({ ...walk, table: table.name }, table.name, table.properties),
  }));
}
