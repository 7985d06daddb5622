import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import { isObject } from '../../lib/json/json.ts';

/** Primitive types of the Delta protocol ("Schema Serialization Format") in the words of DuckDB. */
const primitives: Record<string, string> = {
  string: 'VARCHAR',
  long: 'BIGINT',
  integer: 'INTEGER',
  short: 'SMALLINT',
  byte: 'TINYINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  binary: 'BLOB',
  date: 'DATE',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
  timestamp_ntz: 'TIMESTAMP',
};

const maxDepth = 50;

/** The type of a column of a Delta table as DuckDB names it; throws for one that is not known. */
export function deltaType(type: unknown, depth = 0): string {
  if (depth > maxDepth) throw new Error('a column of the Delta table is nested too deeply');
  if (typeof type === 'string') {
    const decimal = /^decimal\((\d+),\s*(-?\d+)\)$/.exec(type);
    if (decimal !== null) return `DECIMAL(${decimal[1]},${decimal[2]})`;
    const known = Object.hasOwn(primitives, type) ? primitives[type] : undefined;
    if (known !== undefined) return known;
  } else if (isObject(type)) {
    const nested = nestedType(type, depth + 1);
    if (nested !== undefined) return nested;
  }
  throw new Error(`Delta type ${JSON.stringify(type)} is not supported`);
}

function nestedType(type: Record<string, unknown>, depth: number): string | undefined {
  switch (type['type']) {
    case 'array':
      return `${deltaType(type['elementType'], depth)}[]`;
    case 'map':
      return `MAP(${deltaType(type['keyType'], depth)}, ${deltaType(type['valueType'], depth)})`;
    case 'struct': {
      const fields: unknown[] = Array.isArray(type['fields']) ? type['fields'] : [];
      const members = fields
        .filter(isObject)
        .map(
          (field) => `${quoteIdentifier(String(field['name']))} ${deltaType(field['type'], depth)}`,
        );
      return members.length === 0 ? undefined : `STRUCT(${members.join(', ')})`;
    }
    default:
      return undefined;
  }
}
