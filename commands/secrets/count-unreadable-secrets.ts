import type { Db } from '../../db/connect.ts';
import { sealedColumns } from '../../db/tables/organizations/sealed-secrets.ts';
import type { SealedColumn } from '../../db/tables/organizations/sealed-secrets.ts';
import { isSealed, sealedPrefix } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { openSealedText, readSealedOtherwise } from './sealed-texts.ts';

/** No stored text begins with this. */
const none = ' ';

/** Number of stored secrets that none of the keys opens; without keys, of all that are sealed. */
export async function countUnreadableSecrets(
  db: Db,
  keys: SecretKeys | undefined,
): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) count += await countIn(db, column, keys);
  return count;
}

async function countIn(
  db: Db,
  column: SealedColumn,
  keys: SecretKeys | undefined,
): Promise<number> {
  const prefix = keys === undefined ? none : sealedPrefix(keys);
  let count = 0;
  for await (const found of readSealedOtherwise(db, column, prefix)) {
    count += found.filter((text) =>
      keys === undefined ? isSealed(text.sealed) : openSealedText(text, keys, column) === undefined,
    ).length;
  }
  return count;
}
