import type {
  ContractModel,
  ContractServer,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { asciiName, createFileScope } from '../../shapes/names.ts';
import { splitName } from '../sql/table-location.ts';

/** The location of a table: its schema, if its name contains one, and the source that reads it. */
export type DbtLocation = { schema: string | undefined; identifier: string; source: string };

/** Sources are named after the contract, the same as in other tools. */
const sourceName = ({ id }: ContractModel): string =>
  /^[\w-]{1,120}$/.test(id) ? id : asciiName(id, 'contract');

/** All tables of a dbt source are in one schema: tables that name another schema get a separate source. */
export function dbtLocations(
  contract: ContractModel,
  server: ContractServer | undefined,
): (table: ContractTable) => DbtLocation {
  const scope = createFileScope();
  const first = scope.take(sourceName(contract));
  const schemas = new Set(contract.tables.map((table) => splitName(table, server).schema));
  const sources = new Map<string | undefined, string>();
  for (const schema of schemas) {
    const isFirst = schema === undefined || schemas.size === 1;
    sources.set(schema, isFirst ? first : scope.take(asciiName(`${first}_${schema}`, 'contract')));
  }
  return (table) => {
    const { schema, name } = splitName(table, server);
    return { schema, identifier: name, source: sources.get(schema) ?? first };
  };
}
