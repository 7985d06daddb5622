import type {
  ContractModel,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { asciiName, createFileScope } from '../shapes/names.ts';
import { splitName } from './sql-place.ts';

/** Where a table is: its own schema, if its name says one, and the source that reads it. */
export type DbtPlace = { schema: string | undefined; identifier: string; source: string };

/** Sources are called like the contract, as other tools call them. */
const sourceName = ({ id }: ContractModel): string =>
  /^[\w-]{1,120}$/.test(id) ? id : asciiName(id, 'contract');

/** All tables of a source of dbt are in one schema: tables that name another have a source of their own. */
export function dbtPlaces(contract: ContractModel): (table: ContractTable) => DbtPlace {
  const scope = createFileScope();
  const first = scope.take(sourceName(contract));
  const schemas = new Set(contract.tables.map((table) => splitName(table.physicalName).schema));
  const sources = new Map<string | undefined, string>();
  for (const schema of schemas) {
    const isFirst = schema === undefined || schemas.size === 1;
    sources.set(schema, isFirst ? first : scope.take(asciiName(`${first}_${schema}`, 'contract')));
  }
  return ({ physicalName }) => {
    const { schema, name } = splitName(physicalName);
    return { schema, identifier: name, source: sources.get(schema) ?? first };
  };
}
