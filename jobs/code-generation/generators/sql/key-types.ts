import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { mayRefer } from './foreign-key-types.ts';
import type { ForeignKey } from './foreign-keys.ts';
import type { DdlColumn, DdlTable, Script } from './tables.ts';

/** Types of key columns on platforms that limit the length of an index entry. */
const keyTypeLimits: Partial<
  Record<TypeDialect, { characters: number; text: string; long: RegExp; bytes: string }>
> = {
  // 3,072 bytes of InnoDB.
  mysql: { characters: 768, text: 'varchar', bytes: 'varbinary', long: /text$|blob$/ },
  // 900 bytes of a clustered index.
  sqlserver: { characters: 450, text: 'nvarchar', bytes: 'varbinary', long: /\(max\)$|^n?text$/ },
  oracle: { characters: 1500, text: 'VARCHAR2', bytes: 'RAW', long: /^N?CLOB$|^BLOB$/ },
};

/** Gives key columns a type that an index accepts, and columns that refer to them the same type. */
export function fitKeyTypes(
  script: Script,
  tables: readonly DdlTable[],
  foreignKeys: readonly ForeignKey[],
): void {
  const declared = new Map(
    tables.flatMap(({ columns }) => columns.map((column) => [column, column.type] as const)),
  );
  for (const table of tables) {
    shortenKey(script, table.primaryKey);
    for (const column of table.unique) shortenKey(script, [column]);
  }
  const isAlike = (column: DdlColumn, target: DdlColumn): boolean =>
    declared.get(column) === declared.get(target);
  for (const { from, to } of foreignKeys) {
    const pairs = from.flatMap((column, index) => {
      const target = to[index];
      return target === undefined ? [] : [{ column, target }];
    });
    // A foreign key that is left out changes no column.
    const isKept = pairs.every(
      ({ column, target }) =>
        isAlike(column, target) || mayRefer(script.dialect, column.type, target.type),
    );
    for (const { column, target } of isKept ? pairs : [])
      if (isAlike(column, target)) referTo(script, column, target);
  }
}

function referTo({ notes }: Script, column: DdlColumn, { type }: DdlColumn): void {
  if (column.type === type) return;
  notes.warn(column.where, 'is {}, as it refers to a key', `${type} instead of ${column.type}`);
  column.type = type;
}

function shortenKey({ dialect, notes }: Script, columns: readonly DdlColumn[]): void {
  const limit = keyTypeLimits[dialect];
  if (limit === undefined) return;
  const max = Math.floor(limit.characters / Math.max(1, columns.length));
  for (const column of columns) {
    const { type } = column;
    const length = Number(/^n?(?:var)?(?:char|binary)2?\((\d+)\)/i.exec(type)?.[1] ?? 0);
    if (!limit.long.test(type) && length <= max) continue;
    const isBytes = /blob|binary/i.test(type);
    column.type = `${isBytes ? limit.bytes : limit.text}(${Math.min(255, max)})`;
    notes.warn(column.where, 'is {}, as it is part of a key', `${column.type} instead of ${type}`);
  }
}

/** Declares texts outside of keys as long text, largest first, until a row fits in the maximum of the platform. */
export function fitRows(
  { grammar, notes }: Script,
  { columns, ...table }: DdlTable,
  keys: ReadonlySet<DdlColumn>,
): void {
  const { maxRowBytes } = grammar;
  if (maxRowBytes === undefined) return;
  const sizes = columns.map(({ type }) => bytesOf(type));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const moved: string[] = [];
  const order = [...columns.keys()].sort((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0));
  for (const index of order) {
    const column = columns[index];
    if (total <= maxRowBytes || column === undefined || bytesOf(column.type) < 20) break;
    if (keys.has(column) || !/^n?(?:var)?char/.test(column.type)) continue;
    total -= bytesOf(column.type) - 12;
    column.type = 'text';
    moved.push(column.name);
  }
  if (moved.length > 0) {
    const names = `${moved.slice(0, 5).join(', ')}${moved.length > 5 ? ', …' : ''}`;
    notes.warn(
      table.where,
      `a row holds ${maxRowBytes} bytes: ${moved.length} texts are text (${names})`,
    );
  }
}

function bytesOf(type: string): number {
  const length = Number(/\((\d+)/.exec(type)?.[1] ?? 8);
  if (/char/.test(type)) return length * 4 + 2;
  return /binary/.test(type) ? length + 2 : 12;
}
