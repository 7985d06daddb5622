import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { mayRefer } from './foreign-key-types.ts';
import type { ForeignKey } from './sql-ddl-foreign-keys.ts';
import type { DdlColumn, DdlTable, Script } from './sql-ddl-tables.ts';

/** Where an index takes so many characters only: what becomes of longer texts. */
const keyTexts: Partial<
  Record<TypeDialect, { characters: number; text: string; long: RegExp; bytes: string }>
> = {
  // 3,072 bytes of InnoDB.
  mysql: { characters: 768, text: 'varchar', bytes: 'varbinary', long: /text$|blob$/ },
  // 900 bytes of a clustered index.
  sqlserver: { characters: 450, text: 'nvarchar', bytes: 'varbinary', long: /\(max\)$|^n?text$/ },
  oracle: { characters: 1500, text: 'VARCHAR2', bytes: 'RAW', long: /^N?CLOB$|^BLOB$/ },
};

/** Gives the columns of keys a type that an index takes, and those that refer to them the same. */
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
    // One that is left out changes no column.
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
  notes.add(column.where, `is ${type} instead of ${column.type}, as it refers to a key`);
  column.type = type;
}

function shortenKey({ dialect, notes }: Script, columns: readonly DdlColumn[]): void {
  const limit = keyTexts[dialect];
  if (limit === undefined) return;
  const most = Math.floor(limit.characters / Math.max(1, columns.length));
  for (const column of columns) {
    const { type } = column;
    const length = Number(/^n?(?:var)?(?:char|binary)2?\((\d+)\)/i.exec(type)?.[1] ?? 0);
    if (!limit.long.test(type) && length <= most) continue;
    const isBytes = /blob|binary/i.test(type);
    column.type = `${isBytes ? limit.bytes : limit.text}(${Math.min(255, most)})`;
    notes.add(column.where, `is ${column.type} instead of ${type}, as it is part of a key`);
  }
}

/** Bytes of a row of MySQL, of which long texts take few. */
const rowBytes = 65_000;

/** Rows of MySQL are short: where texts fill them, those outside of keys go beside the row. */
export function fitRows(
  { dialect, notes }: Script,
  { columns, ...table }: DdlTable,
  keys: ReadonlySet<DdlColumn>,
): void {
  if (dialect !== 'mysql') return;
  const sizes = columns.map(({ type }) => bytesOf(type));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const moved: string[] = [];
  const order = [...columns.keys()].sort((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0));
  for (const index of order) {
    const column = columns[index];
    if (total <= rowBytes || column === undefined || bytesOf(column.type) < 20) break;
    if (keys.has(column) || !/^n?(?:var)?char/.test(column.type)) continue;
    total -= bytesOf(column.type) - 12;
    column.type = 'text';
    moved.push(column.name);
  }
  if (moved.length > 0) {
    const names = `${moved.slice(0, 5).join(', ')}${moved.length > 5 ? ', …' : ''}`;
    notes.add(
      table.where,
      `a row holds ${rowBytes} bytes: ${moved.length} texts are text (${names})`,
    );
  }
}

function bytesOf(type: string): number {
  const length = Number(/\((\d+)/.exec(type)?.[1] ?? 8);
  if (/char/.test(type)) return length * 4 + 2;
  return /binary/.test(type) ? length + 2 : 12;
}
