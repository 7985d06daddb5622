import type {
  ContractProperty,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import type { Entity } from '../../shapes/shape.ts';
import { createColumnNames, createTableNames } from '../sql/names.ts';
import { partsOf, splitName } from '../sql/table-location.ts';
import { platformOf } from './platforms.ts';
import type { AlchemyWriter } from './writer.ts';

/** Returns the name of a table or column on the platform. */
export type NameOf = (named: ContractTable | ContractProperty) => string;

/** The schema of a table: from its name, or else from the server, with the server's database in front. */
export function schemaOf(
  table: ContractTable,
  { dialect, server }: AlchemyWriter,
): string | undefined {
  const parts = dialect && server ? partsOf(dialect, server) : [];
  const schema = splitName(table, server).schema ?? parts.at(-1);
  if (schema === undefined) return undefined;
  const around = platformOf(dialect).qualifiedSchemas === true ? parts.slice(0, -1) : [];
  return [...around, schema].join('.');
}

/** Names that the platform accepts and distinguishes, the same as in SQL scripts; changed names are noted. */
export function nameForPlatform(
  entities: readonly Entity[],
  { dialect, server, notes }: AlchemyWriter,
): { entities: Entity[]; nameOf: NameOf } {
  const names = new Map<ContractTable | ContractProperty, string>();
  const nameOf: NameOf = (named) => names.get(named) ?? named.physicalName;
  for (const { table } of entities) names.set(table, splitName(table, server).name);
  if (dialect === undefined) return { entities: [...entities], nameOf };
  const tables = createTableNames(dialect, server, notes);
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
