import type {
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { Entity } from '../shapes/shape.ts';
import { createColumnNames, createTableNames } from './sql-ddl-names.ts';
import { partsOf, splitName } from './sql-place.ts';
import type { AlchemyWriter } from './sqlalchemy-writer.ts';

/** What a table or column is called on the platform. */
export type NameOf = (named: ContractTable | ContractProperty) => string;

/** Platforms whose dialect of SQLAlchemy reads a schema with a point as a place and the schema in it. */
const withOuterPlaces = new Set(['snowflake', 'bigquery', 'sqlserver']);

/** The schema of a table: that of its own name before that of the server, inside of what the server names around it. */
export function schemaOf(
  { physicalName }: ContractTable,
  { dialect, server }: AlchemyWriter,
): string | undefined {
  const parts = dialect && server ? partsOf(dialect, server) : [];
  const schema = splitName(physicalName).schema ?? parts.at(-1);
  if (schema === undefined) return undefined;
  const around = dialect && withOuterPlaces.has(dialect) ? parts.slice(0, -1) : [];
  return [...around, schema].join('.');
}

/** Names that the platform takes and tells apart, as scripts of SQL have them; changed ones are noted. */
export function nameForPlatform(
  entities: readonly Entity[],
  { dialect, notes }: AlchemyWriter,
): { entities: Entity[]; nameOf: NameOf } {
  const names = new Map<ContractTable | ContractProperty, string>();
  const nameOf: NameOf = (named) => names.get(named) ?? named.physicalName;
  for (const { table } of entities) names.set(table, splitName(table.physicalName).name);
  if (dialect === undefined) return { entities: [...entities], nameOf };
  const tables = createTableNames(dialect, notes);
  const renamed = entities.map(({ table, fields }) => {
    names.set(table, tables.take(table).name);
    const columns = createColumnNames(dialect, notes);
    const named = fields.map((field) => {
      const { name } = columns.take(field.name, field.path);
      if (field.property) names.set(field.property, name);
      return { ...field, name };
    });
    return { table, fields: named };
  });
  return { entities: renamed, nameOf };
}
