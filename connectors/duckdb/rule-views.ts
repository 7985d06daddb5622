import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import type {
  ContractProperty,
  ContractTable,
} from '../../domain/standards/odcs/contract-model.ts';
import type { SourceTable } from '../connector.ts';
import type { DuckdbSession } from './session.ts';
import { createRelationNames, nameAsDeclared } from './relation-names.ts';
import { typedCell } from './rule-types.ts';

function propertyAsks({ quality, properties, items }: ContractProperty): boolean {
  return (
    quality.some(({ type }) => type === 'sql') ||
    properties.some(propertyAsks) ||
    (items !== undefined && propertyAsks(items))
  );
}

const asksQueries = (declared: readonly ContractTable[]): boolean =>
  declared.some(
    ({ quality, properties }) =>
      quality.some(({ type }) => type === 'sql') || properties.some(propertyAsks),
  );

function propertyFor({ properties }: ContractTable, column: string): ContractProperty | undefined {
  const lower = column.toLowerCase();
  return (
    properties.find(({ physicalName }) => physicalName === column) ??
    properties.find(({ physicalName }) => physicalName.toLowerCase() === lower)
  );
}

/** Members that no record has, and the columns of an empty table. */
function absentOf({ columns, cells }: SourceTable, contract: ContractTable): ContractProperty[] {
  if (cells !== 'json' && columns.length > 0) return [];
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  return contract.properties.filter(({ physicalName }) => {
    const isNew = !taken.has(physicalName.toLowerCase());
    taken.add(physicalName.toLowerCase());
    return isNew;
  });
}

/** The columns of a table as rules see them: declared columns in their types, the others as they are read. */
function typedSelect(table: SourceTable, contract: ContractTable | undefined): string {
  const { relation, columns, cells } = table;
  if (cells === 'typed' || contract === undefined) return `select * from ${relation}`;
  const found = columns.map(({ name }) => {
    const column = quoteIdentifier(name);
    const property = propertyFor(contract, name);
    return property === undefined ? column : `${typedCell(column, cells, property)} as ${column}`;
  });
  const absent = absentOf(table, contract).map((property) => {
    const empty = cells === 'json' ? 'cast(null as json)' : 'cast(null as varchar)';
    return `${typedCell(empty, cells, property)} as ${quoteIdentifier(property.physicalName)}`;
  });
  return `select ${[...found, ...absent].join(', ') || '*'} from ${relation}`;
}

/** The names of the tables of one source of files. */
export type TableNames = {
  /** Quoted name of the relation that checks read. */
  relationOf: (name: string) => string;
  /** Creates the views for rules; to be called when all tables exist. */
  nameForRules: (session: DuckdbSession, tables: ReadonlyMap<string, SourceTable>) => Promise<void>;
};

/**
 * Names tables so that the queries of the contract, if any, see columns in their declared types, while checks see the values of
 * the files.
 */
export function createTableNames(declared: readonly ContractTable[]): TableNames {
  const nameOf = createRelationNames();
  const isAsked = asksQueries(declared);
  return {
    relationOf: (name) => nameOf(isAsked ? `${name} (as read)` : name),
    async nameForRules(session, tables) {
      const relations = new Map<string, string>();
      for (const [name, table] of tables) {
        if (table.unreadable !== undefined) continue;
        const relation = isAsked ? nameOf(name) : table.relation;
        const contract = declared.find(({ physicalName }) => physicalName === name);
        if (isAsked) {
          await session.execute(`create view ${relation} as ${typedSelect(table, contract)}`);
        }
        relations.set(name, relation);
      }
      await nameAsDeclared(session, relations, declared);
    },
  };
}
