import type { ErField, ErModel, ErTable } from './er-model.ts';

/** Sizes in px. */
export const entityWidth = 264;
const gapX = 104;
const gapY = 24;
const margin = 20;
const headHeight = 32;
/** Rows may be buttons, which must be 24 px high. */
const rowHeight = 24;

/** Longer tables show their keys and references, and say how many fields there are besides. */
const maxFields = 8;

export type Entity = {
  table: ErTable;
  fields: readonly ErField[];
  hiddenFields: number;
  x: number;
  y: number;
  height: number;
};

export type Edge = { key: string; label: string; from: Point; to: Point; isFromLeft: boolean };
type Point = { x: number; y: number };
export type Diagram = { entities: Entity[]; edges: Edge[]; width: number; height: number };

type Relationship = ErModel['relationships'][number];

/** Distance of each table from those that refer to nothing else, so that references lead to the left. */
function columnsOf({ tables, relationships }: ErModel): Map<string, number> {
  const columns = new Map(tables.map(({ name }) => [name, 0]));
  // A circle of references would push its tables on without an end.
  for (let round = 0; round < Math.min(tables.length, 12); round += 1) {
    let isStable = true;
    for (const { from, to } of relationships) {
      const wanted = (columns.get(to.table) ?? 0) + 1;
      if (from.table === to.table || (columns.get(from.table) ?? 0) >= wanted) continue;
      columns.set(from.table, Math.min(wanted, tables.length));
      isStable = false;
    }
    if (isStable) break;
  }
  return columns;
}

function shownFields(table: ErTable, relationships: readonly Relationship[]): ErField[] {
  const top = table.fields.filter(({ depth }) => depth === 0);
  if (top.length <= maxFields) return top;
  const ends = relationships.flatMap(({ from, to }) => [from, to]);
  const joined = new Set(
    ends.filter((end) => end.table === table.name).flatMap((end) => end.fields),
  );
  const isKey = ({ path, primaryKey }: ErField) => primaryKey || joined.has(path);
  const others = top.filter((field) => !isKey(field));
  const keys = top.filter(isKey);
  const chosen = new Set([...keys, ...others.slice(0, Math.max(0, maxFields - keys.length))]);
  return top.filter((field) => chosen.has(field));
}

function entityOf(table: ErTable, relationships: readonly Relationship[]): Entity {
  const fields = shownFields(table, relationships);
  const hiddenFields = table.fields.length - fields.length;
  const rows = fields.length + (hiddenFields > 0 ? 1 : 0);
  return { table, fields, hiddenFields, x: 0, y: 0, height: headHeight + rows * rowHeight + 6 };
}

/** Tables without references stand side by side rather than below the edge of the window onto the diagram. */
function place(model: ErModel, windowHeight: number): Entity[] {
  const columns = columnsOf(model);
  const entities: Entity[] = [];
  let x = margin;
  for (const column of [...new Set(columns.values())].sort((one, other) => one - other)) {
    let y = margin;
    for (const table of model.tables) {
      if (columns.get(table.name) !== column) continue;
      const entity = entityOf(table, model.relationships);
      if (y > margin && y + entity.height > windowHeight) [x, y] = [x + entityWidth + 48, margin];
      entities.push({ ...entity, x, y });
      y += entity.height + gapY;
    }
    x += entityWidth + gapX;
  }
  return entities;
}

function endOf(entity: Entity, field: string | undefined, isLeft: boolean): Point {
  const index = entity.fields.findIndex(({ path }) => path === field);
  const y = index < 0 ? headHeight / 2 : headHeight + 3 + index * rowHeight + rowHeight / 2;
  return { x: isLeft ? entity.x : entity.x + entityWidth, y: entity.y + y };
}

function edgeOf({ from, to }: Relationship, entities: ReadonlyMap<string, Entity>): Edge[] {
  const [source, target] = [entities.get(from.table), entities.get(to.table)];
  if (source === undefined || target === undefined) return [];
  const isFromLeft = source.x > target.x;
  const label = `${from.table}.${from.fields.join(', ')} → ${to.table}.${to.fields.join(', ')}`;
  return [
    {
      key: label,
      label,
      from: endOf(source, from.fields[0], isFromLeft),
      to: endOf(target, to.fields[0], source.x < target.x),
      isFromLeft,
    },
  ];
}

/** Places tables in columns, those that are referred to at the left. */
export function layOut(model: ErModel, windowHeight = 320): Diagram {
  const entities = place(model, windowHeight);
  const byName = new Map(entities.map((entity) => [entity.table.name, entity]));
  const right = entities.map(({ x }) => x + entityWidth + margin);
  const bottom = entities.map(({ y, height }) => y + height + margin);
  return {
    entities,
    edges: model.relationships.flatMap((relationship) => edgeOf(relationship, byName)),
    width: right.reduce((one, other) => Math.max(one, other), 0),
    height: bottom.reduce((one, other) => Math.max(one, other), 0),
  };
}
