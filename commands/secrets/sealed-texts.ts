import type { Db } from '../../db/connect.ts';
import { listSealedOtherwise } from '../../db/tables/organizations/sealed-secrets.ts';
import type { SealedColumn, SealedText } from '../../db/tables/organizations/sealed-secrets.ts';
import { isSealed, openSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys, SecretLocation } from '../../lib/secrets/secrets.ts';

/** Texts read, and resealed, per statement. */
const batch = 100;

/** All texts of the column that do not begin with `prefix`, in batches. */
export async function* readSealedOtherwise(
  db: Db,
  of: SealedColumn,
  prefix: string,
): AsyncGenerator<SealedText[]> {
  for (let after: readonly string[] = []; ;) {
    const found = await listSealedOtherwise(db, of, { prefix, after, limit: batch });
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (last === undefined || found.length < batch) return;
    after = last.key;
  }
}

/** The location under which the text was sealed. */
export function locationOf(
  { key }: SealedText,
  { table, column, sealedAs = column }: SealedColumn,
): SecretLocation {
  return [table, ...key, sealedAs];
}

/** The secret, which earlier versions may have stored unsealed; undefined if none of the keys opens it. */
export function openSealedText(
  text: SealedText,
  keys: SecretKeys,
  of: SealedColumn,
): string | undefined {
  if (of.wasPlain && !isSealed(text.sealed)) return text.sealed;
  try {
    return openSecret(text.sealed, keys, locationOf(text, of));
  } catch {
    return undefined;
  }
}
