import type { Database } from '../../db/connect.ts';
import {
  listSealedOtherwise,
  replaceSealed,
  sealedColumns,
} from '../../db/tables/sealed-secrets.ts';
import type { Resealed, SealedColumn, SealedText } from '../../db/tables/sealed-secrets.ts';
import { openSecret, sealSecret, sealedPrefix } from '../../lib/secrets.ts';
import type { SecretKeys } from '../../lib/secrets.ts';

/** Texts that are sealed anew in one statement. */
const batch = 100;

/** What became of one column; `unreadable` texts are left as they are. */
export type RotatedColumn = { table: string; column: string; resealed: number; unreadable: number };

/**
 * Seals everything that a former key has sealed with the current one. Others may read and write meanwhile, and it may be repeated: what
 * was changed in between is left to them, or to the next time.
 */
export async function rotateSecrets(
  database: Database,
  keys: SecretKeys,
): Promise<RotatedColumn[]> {
  const rotated: RotatedColumn[] = [];
  for (const of of sealedColumns) rotated.push(await rotateColumn(database, keys, of));
  return rotated;
}

async function rotateColumn(
  { knex }: Database,
  keys: SecretKeys,
  of: SealedColumn,
): Promise<RotatedColumn> {
  const { table, column } = of;
  const total = { table, column, resealed: 0, unreadable: 0 };
  const prefix = sealedPrefix(keys);
  for (let after: readonly string[] = []; ;) {
    const found = await listSealedOtherwise(knex, of, { prefix, after, limit: batch });
    const anew = found.map((text) => resealed(text, keys, of)).filter((one) => one !== undefined);
    total.unreadable += found.length - anew.length;
    if (anew.length > 0) total.resealed += await replaceSealed(knex, of, anew);
    const last = found.at(-1);
    if (last === undefined || found.length < batch) return total;
    after = last.key;
  }
}

/** Undefined when none of the keys opens it. */
function resealed(
  text: SealedText,
  keys: SecretKeys,
  { table, column, sealedAs = column }: SealedColumn,
): Resealed | undefined {
  const place = [table, ...text.key, sealedAs];
  try {
    const secret = openSecret(text.sealed, keys, place);
    return { ...text, resealed: sealSecret(secret, keys, place) };
  } catch {
    return undefined;
  }
}
