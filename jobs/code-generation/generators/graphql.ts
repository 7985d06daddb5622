import type {
  ContractModel,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { resolveRelationships } from '../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../domain/standards/odcs/relationships.ts';
import type { GeneratedFile, Generator } from '../generator.ts';
import {
  contractDocumentation,
  noteConstraints,
  noteTableRules,
  tableDocumentation,
} from '../shapes/documentation.ts';
import {
  asciiName,
  createNameScope,
  fileStem,
  nameInContract,
  pascalName,
} from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import type { Notes } from '../shapes/notes.ts';
import { shapesOf } from '../shapes/shapes-of-contract.ts';
import type { Entity } from '../shapes/shape.ts';
import { scalarLines, scalarNames } from './graphql-scalars.ts';
import { descriptionLines, fieldName, typeLines } from './graphql-types.ts';
import type { GraphqlFile, Link } from './graphql-types.ts';

const reserved = ['Query', 'Mutation', 'Subscription', 'String', 'Int', 'Float', 'Boolean', 'ID'];

/** `customer_id` → `customer`; several columns are called as the table that they lead to. */
function linkName({ columns, targetTable }: ForeignKey): string {
  const [column, another] = columns;
  const name = column && another === undefined ? column.physicalName : targetTable.name;
  return fieldName(name.slice(0, 200).replace(/[_-]?(?:id|key|code|no|fk|sk)$/i, '') || name);
}

/** The fields that lead from each table to those that its foreign keys name. */
function linksOf(
  contract: ContractModel,
  typeNames: ReadonlyMap<ContractTable, string>,
  notes: Notes,
): Map<ContractTable, Link[]> {
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  for (const { field, to, reason } of unresolved)
    notes.add(field, `its relationship to ${to.join(', ')} is left out, because ${reason}`);
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

function queryLines(
  entities: readonly Entity[],
  typeNames: ReadonlyMap<ContractTable, string>,
): string[] {
  const scope = createNameScope();
  const fields = entities.map(({ table }) => {
    const name = scope.take(fieldName(asciiName(table.name, 'table')));
    return `  ${name}: [${typeNames.get(table)}!]!`;
  });
  // A type without fields is none.
  const body = fields.length === 0 ? ['  _empty: Boolean'] : fields;
  return ['"Where to begin"', 'type Query {', ...body, '}'];
}

function noteRules({ table, fields }: Entity, notes: Notes): void {
  noteConstraints(fields, notes, {
    place: 'only the description says',
    expressed: ['primary key'],
  });
  // What its relationships are is told by fields.
  noteTableRules({ ...table, relationships: [] }, notes, 'GraphQL has no place for');
}

function generate(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const entities = shapesOf(contract, { server, notes });
  const scope = createNameScope([...reserved, ...scalarNames]);
  const typeNames = new Map(
    entities.map(({ table }) => [table, scope.take(pascalName(table.name, 'Table'))]),
  );
  const links = linksOf(contract, typeNames, notes);
  const file: GraphqlFile = { scope, notes, scalars: new Set() };
  const types = entities.flatMap((entity) => {
    const { table, fields } = entity;
    const name = typeNames.get(table) ?? 'Table';
    noteRules(entity, notes);
    const documentation = tableDocumentation(table, nameInContract(name, table.name));
    return typeLines({ name, documentation, fields, links: links.get(table) ?? [] }, file);
  });
  if (entities.length === 0)
    notes.add(contract.id, 'the contract has no schema, so there are no types');
  const lines = [
    ...descriptionLines(contractDocumentation(contract)),
    'schema {',
    '  query: Query',
    '}',
    '',
    ...queryLines(entities, typeNames),
    ...scalarLines(file.scalars),
    ...types,
  ];
  return [
    {
      filename: `${fileStem(contract.name ?? contract.id, 'contract')}.graphql`,
      language: 'graphql',
      content: `${lines.join('\n')}\n`,
      metadata: { notes: notes.list() },
    },
  ];
}

/** GraphQL: one schema with a type for each table. */
export const graphql: Generator = {
  type: 'graphql',
  title: 'GraphQL',
  description: 'One schema with a type for each table; foreign keys lead from type to type',
  languages: ['graphql'],
  dialects: [],
  variants: [],
  generate,
};
