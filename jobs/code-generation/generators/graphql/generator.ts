import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { resolveRelationships } from '../../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../../domain/standards/odcs/relationships.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { contractDocumentation } from '../../shapes/text/language-documentation.ts';
import type { Language } from '../../shapes/text/language-notes.ts';
import { contractFile, namedEntities } from '../../shapes/text/language.ts';
import type { NamedEntity } from '../../shapes/text/language.ts';
import { asciiName, createNameScope } from '../../shapes/names.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import { scalarLines, scalarNames } from './scalars.ts';
import { descriptionLines, fieldName, typeLines } from './types.ts';
import type { GraphqlFile, Link } from './types.ts';

const reserved = ['Query', 'Mutation', 'Subscription', 'String', 'Int', 'Float', 'Boolean', 'ID'];

const language: Language = {
  name: 'GraphQL',
  lacks: 'GraphQL has no place for',
  says: 'only the description says',
  expressed: ['primary key', 'format i32', 'format f64', 'format uuid'],
  // Fields express relationships.
  hasLinks: true,
  typeName: 'Table',
};

/** `customer_id` → `customer`; a key of several columns is named after the target table. */
function linkName({ columns, targetTable }: ForeignKey): string {
  const [column, another] = columns;
  const name = column && another === undefined ? column.physicalName : targetTable.name;
  return fieldName(name.slice(0, 200).replace(/[_-]?(?:id|key|code|no|fk|sk)$/i, '') || name);
}

/** The fields that lead from each table to the targets of its foreign keys. */
function linksOf(
  foreignKeys: readonly ForeignKey[],
  typeNames: ReadonlyMap<ContractTable, string>,
): Map<ContractTable, Link[]> {
  const links = new Map<ContractTable, Link[]>();
  for (const key of foreignKeys) {
    const columns = key.columns.map(({ physicalName }) => physicalName);
    const link = {
      name: linkName(key),
      another: fieldName(`${columns.join('_')}_${key.targetTable.name}`),
      type: typeNames.get(key.targetTable) ?? 'JSON',
      description: `The ${key.targetTable.name} that ${columns.join(', ')} refers to`,
    };
    links.set(key.table, [...(links.get(key.table) ?? []), link]);
  }
  return links;
}

/** The single column that identifies the rows of a table. */
function identityOf({ properties }: ContractTable): ContractProperty[] {
  const keys = properties.filter(({ primaryKey }) => primaryKey);
  return keys.length === 1 ? keys : [];
}

/** Single-column keys, and the columns that refer to them directly or through other columns. */
function idsOf(
  { tables }: ContractModel,
  foreignKeys: readonly ForeignKey[],
): ReadonlySet<ContractProperty> {
  const pointing = new Map<ContractProperty, ContractProperty[]>();
  for (const { columns, targetColumns } of foreignKeys)
    targetColumns.forEach((target, position) => {
      const column = columns[position];
      if (column) pointing.set(target, [...(pointing.get(target) ?? []), column]);
    });
  const ids = new Set(tables.flatMap(identityOf));
  // The loop also visits IDs that are added while it runs.
  for (const id of ids) for (const column of pointing.get(id) ?? []) ids.add(column);
  return ids;
}

function queryLines(entities: readonly NamedEntity[]): string[] {
  const scope = createNameScope();
  const fields = entities.map(({ table, name }) => {
    const query = scope.take(fieldName(asciiName(table.name, 'table')));
    return `  ${query}: [${name}!]!`;
  });
  // GraphQL requires a field in every type.
  const body = fields.length === 0 ? ['  _empty: Boolean'] : fields;
  return ['"Where to begin"', 'type Query {', ...body, '}'];
}

function relationshipsOf(contract: ContractModel, notes: Notes): readonly ForeignKey[] {
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  for (const { field, to, reason } of unresolved)
    notes.warn(field, `its relationship to {} is left out, because ${reason}`, to.join(', '));
  return foreignKeys;
}

/** GraphQL has no directive for deprecated types, so the documentation says it. */
const withMark = ({ documentation, table }: NamedEntity): readonly string[] =>
  table.deprecated ? [...documentation, 'Deprecated'] : documentation;

function generate(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const scope = createNameScope([...reserved, ...scalarNames]);
  const entities = namedEntities(contract, { server, notes, scope }, language);
  const foreignKeys = relationshipsOf(contract, notes);
  const links = linksOf(foreignKeys, new Map(entities.map(({ table, name }) => [table, name])));
  const file: GraphqlFile = { scope, notes, scalars: new Set(), ids: idsOf(contract, foreignKeys) };
  const types = entities.flatMap((entity) => {
    const { table, name, fields } = entity;
    const documentation = withMark(entity);
    return typeLines({ name, documentation, fields, links: links.get(table) ?? [] }, file);
  });
  if (entities.length === 0)
    notes.warn(contract.id, 'the contract has no schema, so there are no types');
  const lines = [
    ...descriptionLines(contractDocumentation(contract)),
    'schema {',
    '  query: Query',
    '}',
    '',
    ...queryLines(entities),
    ...scalarLines(file.scalars),
    ...types,
  ];
  return contractFile(contract, { ending: 'graphql', language: 'graphql', lines, notes });
}

/** GraphQL: one schema with a type for each table. */
export const graphql: Generator<'graphql'> = { ...catalogue.graphql, generate };
