import type { Database } from '../../db/connect.ts';
import { replaceSealed, sealedColumns } from '../../db/tables/organizations/sealed-secrets.ts';
import type {
  Resealed,
  SealedColumn,
  SealedText,
} from '../../db/tables/organizations/sealed-secrets.ts';
import { anySealedPrefix, sealSecret, sealedPrefix } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { locationOf, openSealedText, readSealedOtherwise } from './sealed-texts.ts';

/** The outcome for one column; `unreadable` texts stay unchanged. */
export type RotatedColumn = { table: string; column: string; resealed: number; unreadable: number };

/**
 * Reseals with the current key everything sealed with a former key. Safe with concurrent reads and writes, and repeatable: a
 * text changed meanwhile is left to its writer, or to the next call.
 */
export async function rotateSecrets(
  database: Database,
  keys: SecretKeys,
): Promise<RotatedColumn[]> {
  return sealColumns(database, keys, { columns: sealedColumns, prefix: sealedPrefix(keys) });
}

/** Seals texts that earlier versions stored unsealed; returns their number. Safe with concurrent reads and writes. */
export async function sealPlainSecrets(database: Database, keys: SecretKeys): Promise<number> {
  const columns = sealedColumns.filter(({ wasPlain }) => wasPlain);
  const done = await sealColumns(database, keys, { columns, prefix: anySealedPrefix });
  return done.reduce((total, { resealed }) => total + resealed, 0);
}

/** Texts in `columns` are sealed again unless they begin with `prefix`. */
type Sealing = { columns: readonly SealedColumn[]; prefix: string };

async function sealColumns(
  database: Database,
  keys: SecretKeys,
  { columns, prefix }: Sealing,
): Promise<RotatedColumn[]> {
  const rotated: RotatedColumn[] = [];
  for (const of of columns) rotated.push(await sealColumn(database, keys, of, prefix));
  return rotated;
}

async function sealColumn(
  { knex }: Database,
  keys: SecretKeys,
  of: SealedColumn,
  prefix: string,
): Promise<RotatedColumn> {
  const { table, column } = of;
  const total = { table, column, resealed: 0, unreadable: 0 };
  for await (const found of readSealedOtherwise(knex, of, prefix)) {
    const anew = found.map((text) => resealed(text, keys, of)).filter((one) => one !== undefined);
    total.unreadable += found.length - anew.length;
    if (anew.length > 0) total.resealed += await replaceSealed(knex, of, anew);
  }
  return total;
}

/** Undefined if none of the keys opens the text. */
function resealed(text: SealedText, keys: SecretKeys, of: SealedColumn): Resealed | undefined {
  const secret = openSealedText(text, keys, of);
  if (secret === undefined) return undefined;
  return { ...text, resealed: sealSecret(secret, keys, locationOf(text, of)) };
}
