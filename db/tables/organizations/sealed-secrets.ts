import { anySealedPrefix } from '../../../lib/secrets/secrets.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A column of sealed texts; `keys` are the columns that identify its row, the organization first. */
export type SealedColumn = {
  table: string;
  keys: readonly string[];
  column: string;
  /** The name under which it was sealed, if different from the column's name. */
  sealedAs?: string;
  /** Set if earlier versions did not seal the column, so that it may still hold plain text. */
  wasPlain?: boolean;
};

/** Every column that is sealed under SECRET_KEY; add new sealed columns here. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'integrations', keys: ['organization_id', 'id'], column: 'settings' },
  { table: 'integrations', keys: ['organization_id', 'id'], column: 'credentials' },
  { table: 'webhooks', keys: ['organization_id', 'id'], column: 'body', wasPlain: true },
  { table: 'webhooks', keys: ['organization_id', 'id'], column: 'secret' },
  {
    table: 'webhooks',
    keys: ['organization_id', 'id'],
    column: 'previous_secret',
    sealedAs: 'secret',
  },
  {
    table: 'notification_channels',
    keys: ['organization_id', 'team_id', 'id'],
    column: 'body',
    wasPlain: true,
  },
  { table: 'team_connections', keys: ['organization_id', 'team_id', 'id'], column: 'credentials' },
  { table: 'git_credentials', keys: ['organization_id', 'id'], column: 'secret' },
  { table: 'git_webhooks', keys: ['organization_id', 'id'], column: 'secret' },
  { table: 'ui_sessions', keys: ['organization_id', 'id'], column: 'provider_token' },
  { table: 'test_engines', keys: ['organization_id'], column: 'api_key' },
];

/** A sealed text and the key values of its row. */
export type SealedText = { key: string[]; sealed: string };

function keyOf({ keys }: SealedColumn, alias: string): string {
  return `array[${keys.map((name) => `${alias}.${name}::text collate "C"`).join(', ')}]`;
}

/** Texts not sealed with the current key, by prefix, in the order of their rows, after `after`. */
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

/** Number of texts in the column that are not sealed yet. */
export async function countPlain(db: Db, { table, column }: SealedColumn): Promise<number> {
  const [row] = await runStatement<{ count: number }>(
    db,
    {
      name: `sealed-count-plain-${table}-${column}`,
      text: `select count(*)::int as count from ${table}
        where organization_id is not null and not starts_with(${column}, $1)`,
    },
    [anySealedPrefix],
  );
  return row?.count ?? 0;
}

/** A text and its replacement. */
export type Resealed = SealedText & { resealed: string };

/**
 * Replaces texts that are unchanged since they were read; returns their number. Safe to run in several
 * processes at once.
 */
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
