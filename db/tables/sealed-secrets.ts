import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** A column that holds sealed texts; `keys` are the columns that name its row, the organization first. */
export type SealedColumn = {
  table: string;
  keys: readonly string[];
  column: string;
  /** What it was sealed as, when that is not its own name. */
  sealedAs?: string;
};

/** Every column that is sealed under SECRET_KEY; a new one is a line here. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'integrations', keys: ['organization_id', 'id'], column: 'settings' },
  { table: 'integrations', keys: ['organization_id', 'id'], column: 'credentials' },
  { table: 'webhooks', keys: ['organization_id', 'id'], column: 'secret' },
  {
    table: 'webhooks',
    keys: ['organization_id', 'id'],
    column: 'previous_secret',
    sealedAs: 'secret',
  },
  { table: 'team_connections', keys: ['organization_id', 'team_id', 'id'], column: 'credentials' },
  { table: 'test_engines', keys: ['organization_id'], column: 'api_key' },
];

/** A sealed text and the values of the keys of its row. */
export type SealedText = { key: string[]; sealed: string };

function keyOf({ keys }: SealedColumn, alias: string): string {
  return `array[${keys.map((name) => `${alias}.${name}::text collate "C"`).join(', ')}]`;
}

/** Texts that do not begin with the prefix of the current key, in the order of their rows, behind `after`. */
export function listSealedOtherwise(
  db: Db,
  of: SealedColumn,
  { prefix, after, limit }: { prefix: string; after: readonly string[]; limit: number },
): Promise<SealedText[]> {
  const { table, column } = of;
  const key = keyOf(of, 't');
  const list = {
    name: `sealed-otherwise-${table}-${column}`,
    text: `select ${key} as key, t.${column} as sealed from ${table} t
      where t.organization_id is not null and not starts_with(t.${column}, $1) and ${key} > $2::text[] collate "C"
      order by ${key} limit $3`,
  };
  return runStatement<SealedText>(db, list, [prefix, after, limit]);
}

/** A text, and what takes its place. */
export type Resealed = SealedText & { resealed: string };

/** Replaces texts that are still as they were read; answers how many. Any number of processes may do so at once. */
export async function replaceSealed(
  db: Db,
  of: SealedColumn,
  texts: readonly Resealed[],
): Promise<number> {
  const { table, column, keys } = of;
  const matches = keys.map((name, index) => `t.${name}::text = (w.key ->> ${index})`);
  const replace = {
    name: `sealed-replace-${table}-${column}`,
    text: `update ${table} t set ${column} = w.resealed
      from unnest($1::json[], $2::text[], $3::text[]) as w(key, sealed, resealed)
      where ${matches.join(' and ')} and t.organization_id is not null and t.${column} = w.sealed returning 1`,
  };
  const rows = await runStatement(db, replace, [
    texts.map(({ key }) => JSON.stringify(key)),
    texts.map(({ sealed }) => sealed),
    texts.map(({ resealed }) => resealed),
  ]);
  return rows.length;
}
