import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type {
  ContractModel,
  ContractProperty,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { plainLines } from '../../shapes/documentation.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { DdlDialect } from './ddl-dialect.ts';
import type { DdlColumn, DdlTable, Script } from './tables.ts';
import { countKeptRules } from './values.ts';
import { openVectorFacts } from './vectors.ts';

/** The header comments of a script; text of the contract cannot end their lines. */
export function sqlHeader(contract: ContractModel, dialect: TypeDialect): string[] {
  const { id, description, tags } = contract;
  const line = id.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500);
  const { purpose, usage, limitations } = description;
  const lines = [
    ...commentLines('Purpose', purpose),
    ...commentLines('Usage', usage),
    ...commentLines('Limitations', limitations),
    ...commentLines('Tags', tags.length > 0 ? tags.join(', ') : undefined),
  ];
  return [`-- Data Contract: ${line}`.trimEnd(), `-- SQL Dialect: ${dialect}`, ...lines];
}

function commentLines(name: string, text: string | undefined): string[] {
  return plainLines(text).map((line, index) =>
    (index === 0 ? `-- ${name}: ${line}` : `--   ${line}`).trimEnd(),
  );
}

/** Adds a warning if a contract has nothing to declare or to select. */
export function noteContract(notes: Notes, { tables }: ContractModel): void {
  if (tables.length === 0) notes.warn('schema', 'the contract has no tables');
}

/** Adds notes about the members of a table that its declaration does not contain. */
export function noteTable(script: Script, { table, columns, ...keys }: DdlTable): void {
  const { grammar, notes } = script;
  const { name, physicalType, quality, properties, computed } = table;
  if (/view/i.test(physicalType ?? '')) notes.warn(name, 'is a view; written as a table');
  const rules = [...properties, ...computed].reduce((sum, one) => sum + rulesOf(one), 0);
  const kept = columns.reduce((sum, column) => sum + countKeptRules(script, column), 0);
  const all = rules - kept + quality.length;
  if (all > 0) notes.add(name, 'its quality rules are no part of a table');
  noteComputed(notes, name, computed);
  if (!enforcesKeys(grammar) && keys.primaryKey.length + keys.unique.length > 0) {
    notes.warn(name, 'its keys are declared, but the platform does not enforce them');
  }
  for (const column of columns) noteColumn(notes, column);
}

const enforcesKeys = ({ ignoresKeys, primaryKey }: DdlDialect): boolean =>
  ignoresKeys !== true && (primaryKey === undefined || primaryKey.suffix === '');

function noteColumn(notes: Notes, column: DdlColumn): void {
  const ofVector = openVectorFacts(column);
  if (ofVector.length > 0) notes.add(column.where, 'no place for {}', ofVector.join(', '));
}

/** Says that measures and the like are no columns. */
export function noteComputed(
  notes: Notes,
  where: string,
  computed: readonly ContractProperty[],
): void {
  if (computed.length === 0) return;
  const names = computed.map(({ name }) => name).join(', ');
  notes.add(where, 'what is computed is no column, so it is left out: {}', names);
}

function rulesOf({ quality, properties, items, map }: ContractProperty): number {
  const inner = [...properties, items, map?.key, map?.value].filter((one) => one !== undefined);
  return inner.reduce((sum, one) => sum + rulesOf(one), quality.length);
}
