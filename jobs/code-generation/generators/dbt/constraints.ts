import type { DbtValue } from './jinja.ts';
import { dbtPlatforms } from './platforms.ts';
import type { Constraint } from './platforms.ts';
import { modelUsage } from './usage.ts';
import { differingTypes } from './references.ts';
import type { DbtProject } from './project.ts';
import type { DbtReference } from './references.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import { mayRefer } from '../sql/foreign-key-types.ts';

export type Constraints = {
  ofTable: DbtValue[];
  ofColumns: ReadonlyMap<DbtColumn, DbtValue[]>;
};

/** Numbers models so that each comes after those that it refers to; cyclic references keep the order of the contract. */
export function buildOrder({ tables, references }: DbtProject): Map<DbtTable, number> {
  const waiting = new Map(tables.map((table) => [table, targetsOf(table, references)]));
  const users = new Map<DbtTable, DbtTable[]>();
  for (const [table, targets] of waiting) {
    for (const target of targets) users.set(target, [...(users.get(target) ?? []), table]);
  }
  const ready = tables.filter((table) => waiting.get(table)?.size === 0);
  // The loop also visits tables that are appended while it runs.
  for (const table of ready) {
    for (const user of users.get(table) ?? []) {
      const left = waiting.get(user);
      left?.delete(table);
      if (left?.size === 0) ready.push(user);
    }
  }
  return new Map([...new Set([...ready, ...tables])].map((table, index) => [table, index]));
}

function targetsOf(table: DbtTable, references: DbtProject['references']): Set<DbtTable> {
  const targets = new Set((references.get(table) ?? []).map(({ target }) => target));
  targets.delete(table);
  return targets;
}

function isUniqueTarget({ target, to }: DbtReference): boolean {
  const [first] = to;
  if (to.length === 1 && first?.property.unique) return true;
  return (
    target.primaryKey.length === to.length &&
    to.every((column) => target.primaryKey.includes(column))
  );
}

const namesOf = (columns: readonly DbtColumn[]): string[] => columns.map(({ model }) => model.sql);

/** The reason why a reference to a unique target cannot be a constraint. */
function reasonAgainst(
  { dialect }: DbtProject,
  reference: DbtReference,
  isBefore: boolean,
): string | undefined {
  if (/view/i.test(reference.target.table.physicalType ?? '')) return 'which is a view';
  if (!isBefore) return 'which is not built before';
  const odd = differingTypes(reference, (one, other) => mayRefer(dialect, one, other));
  return odd && `whose type differs (${odd})`;
}

/** Adds foreign keys; references to models that are built later, or to columns that need not be unique, are only tested. */
function foreignKeys(
  project: DbtProject,
  table: DbtTable,
  order: ReadonlyMap<DbtTable, number>,
): DbtReference[] {
  return (project.references.get(table) ?? []).filter((reference) => {
    const { target } = reference;
    const isBefore = (order.get(target) ?? 0) < (order.get(table) ?? 0);
    const reason = reasonAgainst(project, reference, isBefore);
    if (reason !== undefined)
      project.notes.warn(
        table.where,
        `the reference to ${target.where}, ${reason}, is a test only`,
      );
    return reason === undefined && isUniqueTarget(reference);
  });
}

function columnConstraints(
  { primaryKey }: DbtTable,
  { property, type }: DbtColumn,
  kinds: readonly Constraint[],
): DbtValue[] {
  const isKey = property.primaryKey && primaryKey.length === 1;
  const isArray = type.startsWith('ARRAY<');
  const wanted: Constraint[] = [
    ...((property.required || property.primaryKey) && !isArray ? (['not_null'] as const) : []),
    ...(isKey ? (['primary_key'] as const) : []),
    ...(property.unique && !isKey ? (['unique'] as const) : []),
  ];
  return wanted.filter((kind) => kinds.includes(kind)).map((type) => ({ type }));
}

/** The constraints that a model is built with. */
export function constraintsOf(
  project: DbtProject,
  table: DbtTable,
  order: ReadonlyMap<DbtTable, number>,
): Constraints {
  const kinds = dbtPlatforms[project.dialect].constraints;
  const ofColumns = new Map(
    table.columns.map((column) => [column, columnConstraints(table, column, kinds)]),
  );
  const ofTable: DbtValue[] = [];
  if (table.primaryKey.length > 1 && kinds.includes('primary_key')) {
    ofTable.push({ type: 'primary_key', columns: namesOf(table.primaryKey) });
  }
  const keys = kinds.includes('foreign_key') ? foreignKeys(project, table, order) : [];
  for (const { from, target, to } of keys) {
    const [column] = from;
    const reference = {
      type: 'foreign_key',
      to: { jinja: modelUsage.relation(target) },
      to_columns: namesOf(to),
    };
    if (column !== undefined && from.length === 1) ofColumns.get(column)?.push(reference);
    else ofTable.push({ ...reference, columns: namesOf(from) });
  }
  return { ofTable, ofColumns };
}
