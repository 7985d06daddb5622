import type { ErModel } from '../../contracts/schema/er-model.ts';
import { boxOf } from '../form/outline.ts';
import type { Box } from '../form/outline.ts';
import { readTables, textOf, textsOf } from './read-tables.ts';
import type { Named, TextTable } from './read-tables.ts';

type Column = { table: TextTable; column: Named };

/** Tables, keys and relationships of a text, which need not be valid. */
export function readContract(model: unknown): ErModel {
  const tables = readTables(model);
  const find = finderOf(tables);
  const relationships = new Map<string, ErModel['relationships'][number]>();
  const outsideRelationships: ErModel['outsideRelationships'][number][] = [];
  for (const { table, field, from, to } of tables.flatMap(writtenIn)) {
    const own = from.map((name) => ownColumn(table, name) ?? find(name));
    const ends = { from: endOf(own), to: endOf(to.map(find)) };
    const isForeignKey = ends.from?.table === table.name && from.length === to.length;
    if (isForeignKey && ends.from !== undefined && ends.to !== undefined) {
      const key = { from: ends.from, to: ends.to };
      relationships.set(JSON.stringify(key), key);
    } else outsideRelationships.push({ table: table.name, field, to });
  }
  return { tables, relationships: [...relationships.values()], outsideRelationships };
}

type Written = { table: TextTable; field: string; from: readonly string[]; to: readonly string[] };

/** The relationships of a table and its columns; each target of a column is one of its own. */
function writtenIn(table: TextTable): Written[] {
  const ofColumns = table.columns.flatMap(({ box, name }) =>
    [...foreignKeysOf(box).flatMap(({ to }) => textsOf(to)), ...textsOf(box['references'])].map(
      (to) => ({ table, field: `${table.name}.${name}`, from: [name], to: [to] }),
    ),
  );
  const ofTable = foreignKeysOf(table.box)
    .map(({ from, to }) => ({ table, field: table.name, from: textsOf(from), to: textsOf(to) }))
    .filter(({ to }) => to.length > 0);
  return [...ofColumns, ...ofTable];
}

function foreignKeysOf({ relationships }: Box): Box[] {
  const list: unknown[] = Array.isArray(relationships) ? relationships : [];
  const isForeignKey = ({ type }: Box) =>
    (textOf(type) ?? 'foreignKey').toLowerCase() === 'foreignkey';
  return list.map(boxOf).filter(isForeignKey);
}

function ownColumn(table: TextTable, name: string): Column | undefined {
  const column = table.columns.find(({ names }) => names.includes(name));
  return column && { table, column };
}

/** Finds `table.column`, `schema/<id>/properties/<id>`, or a column that only one table has. */
function finderOf(tables: readonly TextTable[]): (reference: string) => Column | undefined {
  const byName = new Map<string, TextTable>();
  const owners = new Map<string, TextTable | undefined>();
  for (const table of tables) {
    for (const name of table.names) if (!byName.has(name)) byName.set(name, table);
    for (const name of new Set(table.columns.map((column) => column.name)))
      owners.set(name, owners.has(name) ? undefined : table);
  }
  const within = (table: string | undefined, column: string | undefined) => {
    const found = byName.get(table ?? '');
    return found && ownColumn(found, column ?? '');
  };
  return (reference) => {
    const byId = /^#?\/?schema\/([^/]+)\/properties\/([^/]+)$/u.exec(reference);
    if (byId !== null) return within(byId[1], byId[2]);
    for (let dot = reference.indexOf('.'); dot !== -1; dot = reference.indexOf('.', dot + 1)) {
      const found = within(reference.slice(0, dot), reference.slice(dot + 1));
      if (found !== undefined) return found;
    }
    const owner = owners.get(reference);
    return owner && ownColumn(owner, reference);
  };
}

/** The end of a relationship; undefined if a column is not found, or they are of several tables. */
function endOf(columns: readonly (Column | undefined)[]) {
  const found = columns.filter((each) => each !== undefined);
  const [first] = found;
  if (first === undefined || found.length < columns.length) return undefined;
  if (found.some(({ table }) => table !== first.table)) return undefined;
  return { table: first.table.name, fields: found.map(({ column }) => column.name) };
}
