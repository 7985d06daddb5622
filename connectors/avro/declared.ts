import type {
  ContractProperty,
  ContractTable,
  LogicalType,
} from '../../domain/standards/odcs/contract-model.ts';
import type { JsonObject, Json } from '../../lib/json/json.ts';

/** Avro types by physical type. */
const physical: Readonly<Record<string, Json>> = {
  int: 'int',
  long: 'long',
  float: 'float',
  double: 'double',
  bytes: 'bytes',
  string: 'string',
  boolean: 'boolean',
};

const logical: Readonly<Partial<Record<LogicalType, Json>>> = {
  string: 'string',
  // An int is encoded as the same long.
  integer: 'long',
  number: 'double',
  boolean: 'boolean',
  date: { type: 'int', logicalType: 'date' },
  time: { type: 'int', logicalType: 'time-millis' },
  timestamp: { type: 'long', logicalType: 'timestamp-millis' },
  map: { type: 'map', values: 'string' },
};

function typeOf(property: ContractProperty, path: string): Json {
  const { logicalType, physicalType = '', properties, items } = property;
  const named = physicalType.toLowerCase();
  if (Object.hasOwn(physical, named)) return physical[named] ?? 'string';
  if (logicalType === 'object' || properties.length > 0) return recordOf(properties, path);
  if (logicalType === 'array') {
    return { type: 'array', items: items === undefined ? 'string' : typeOf(items, `${path}_item`) };
  }
  return (logicalType === undefined ? undefined : logical[logicalType]) ?? 'string';
}

function recordOf(properties: readonly ContractProperty[], path: string): JsonObject {
  const fields = properties.map((property) => {
    const type = typeOf(property, `${path}_${property.physicalName}`);
    return { name: property.physicalName, type: property.required ? type : ['null', type] };
  });
  return { type: 'record', name: path, fields };
}

/**
 * Derives an Avro schema from a contract, for topics whose messages have no schema id: fields in the order of the contract;
 * optional ones are a union with null first, as in datacontract-cli.
 */
export function avroSchemaOf(table: ContractTable): JsonObject {
  return recordOf(table.properties, 'message');
}
