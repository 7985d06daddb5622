import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A link for one sign-in, to store. */
export type NewSignInCode = {
  id: string;
  email: string;
  minutes: number;
  organizationId?: OrganizationId;
  codeHash?: Buffer;
  browserHash?: Buffer;
  digitsHash?: Buffer;
  returnTo?: string | undefined;
};

const insert = {
  name: 'sign-in-codes-insert',
  text: `insert into sign_in_codes (organization_id, id, email, code_hash, browser_hash, digits_hash, wrong_digits,
      return_to, expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, 0, $7, clock_timestamp() + make_interval(mins => $8), clock_timestamp())
    returning expires_at as "expiresAt"`,
};

/** Stores a link and returns its end, by the clock of Postgres. */
export async function insertSignInCode(db: Db, code: NewSignInCode): Promise<Date> {
  const { id, email, minutes, organizationId, codeHash, browserHash, digitsHash, returnTo } = code;
  const values = [organizationId, id, email, codeHash, browserHash, digitsHash, returnTo, minutes];
  const [row] = await runStatement<{ expiresAt: Date }>(db, insert, values);
  if (!row) throw new Error('the sign-in link was not stored');
  return row.expiresAt;
}

/** A link that has not expired. */
export type SignInCode = {
  id: string;
  organizationId: OrganizationId | null;
  email: string;
  browserHash: Buffer | null;
  digitsHash: Buffer | null;
  returnTo: string | null;
};

const columns = `id, organization_id as "organizationId", email, browser_hash as "browserHash",
      digits_hash as "digitsHash", return_to as "returnTo"`;

const findById = {
  name: 'sign-in-codes-find-by-id',
  text: `select ${columns} from sign_in_codes where id = $1 and expires_at > clock_timestamp()`,
};

/** The link with this id, unless it has expired or been used. */
export async function findSignInCode(db: Db, id: string): Promise<SignInCode | undefined> {
  return (await runStatement<SignInCode>(db, findById, [id]))[0];
}

const setHash = {
  name: 'sign-in-codes-set-hash',
  text: `update sign_in_codes set code_hash = $2 where id = $1 and expires_at > clock_timestamp() returning 1`,
};

/** Gives the link its code, in place of an earlier one; false when the link has expired or been used. */
export async function updateSignInCodeHash(tx: Tx, id: string, codeHash: Buffer): Promise<boolean> {
  return (await runStatement(tx, setHash, [id, codeHash])).length === 1;
}

const lockByHash = {
  name: 'sign-in-codes-lock',
  text: `select ${columns} from sign_in_codes where code_hash = $1 and expires_at > clock_timestamp() for update`,
};

/** Locks the link with this code until the end of the transaction: of several that use it, one finds it. */
export async function lockSignInCode(tx: Tx, codeHash: Buffer): Promise<SignInCode | undefined> {
  return (await runStatement<SignInCode>(tx, lockByHash, [codeHash]))[0];
}

const remove = { name: 'sign-in-codes-delete', text: `delete from sign_in_codes where id = $1` };

/** Deletes a used link. */
export async function deleteSignInCode(tx: Tx, id: string): Promise<void> {
  await runStatement(tx, remove, [id]);
}

const addWrongDigits = {
  name: 'sign-in-codes-wrong-digits',
  text: `update sign_in_codes set wrong_digits = wrong_digits + 1 where id = $1 returning wrong_digits as count`,
};

/** Counts wrong digits of a link; returns how often they were wrong. */
export async function countWrongDigits(tx: Tx, id: string): Promise<number> {
  const [row] = await runStatement<{ count: number }>(tx, addWrongDigits, [id]);
  return row?.count ?? 0;
}

const removeEnded = {
  name: 'sign-in-codes-delete-ended',
  text: `delete from sign_in_codes where id in (
      select id from sign_in_codes where expires_at <= clock_timestamp() limit $1) returning 1`,
};

/** Deletes up to `limit` expired links; returns their number. */
export async function deleteEndedSignInCodes(tx: Tx, limit: number): Promise<number> {
  return (await runStatement(tx, removeEnded, [limit])).length;
}
