import type { RouterContext } from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import type { Database } from '../../db/connect.ts';
import { findContractBranch } from '../../db/tables/change-requests/contract-branches.ts';
import { findBranch } from '../../db/tables/semantics/ontology-branches.ts';
import { refuse, Refusal } from '../../domain/errors.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { headerOf } from '../body/create-requests.ts';

const path =
  /^(\/api\/(semantics\/experimental\/namespaces|datacontracts)\/([^/]+)\/branches)\/(.+\/.+)$/;

/** More parts than a branch name usually has; each part is one look-up. */
const maxParts = 8;

/** Names the encoded path if no route has the path, because a `/` in the name of an existing branch was not encoded. */
export function hintAtBranch(database: Database, authenticate: Authenticate): Middleware {
  return async (ctx: Context & Pick<RouterContext, 'matched'>, next: Next) => {
    const [, branches = '', collection, parent = '', rest] = path.exec(ctx.path) ?? [];
    if (rest === undefined || (ctx.matched ?? []).length > 0) return next();
    // No name has control characters, and Postgres stores no NUL.
    if (/\p{Cc}/u.test(decodeOrNul(ctx.path))) return next();
    const principal = await principalOf(ctx, authenticate);
    if (principal === undefined) return next();
    const address = await findAddress(rest, (name) => {
      const { organizationId } = principal;
      const of = { organizationId, parent: decodeURIComponent(parent), name };
      return collection === 'datacontracts'
        ? isContractBranch(database, of)
        : isBranch(database, of);
    });
    if (address === undefined) return next();
    return refuse(
      'not_found',
      `There is nothing at ${ctx.path}. Write each '/' in the name of the branch '${address.name}' as %2F: ${branches}/${address.encoded}`,
    );
  };
}

/** A NUL in place of invalid percent-encoding. */
function decodeOrNul(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\0';
  }
}

type BranchOf = { organizationId: OrganizationId; parent: string; name: string };

async function isBranch({ knex }: Database, { organizationId, parent, name }: BranchOf) {
  return (await findBranch(knex, { organizationId, namespaceId: parent, name })) !== undefined;
}

async function isContractBranch({ knex }: Database, { organizationId, parent, name }: BranchOf) {
  const key = { organizationId, dataContractId: parent, name };
  return (await findContractBranch(knex, key)) !== undefined;
}

/** The branch that a path names, and the part of the path from its name, encoded; the longest name comes first. */
async function findAddress(
  rest: string,
  exists: (name: string) => Promise<boolean>,
): Promise<{ name: string; encoded: string } | undefined> {
  const parts = rest.split('/');
  for (let length = Math.min(parts.length, maxParts); length > 1; length -= 1) {
    const name = parts.slice(0, length).map(decodeURIComponent).join('/');
    if (!(await exists(name))) continue;
    const encoded = [encodeURIComponent(name), ...parts.slice(length)].join('/');
    return { name, encoded };
  }
  return undefined;
}

/** Undefined without a valid key: such a request learns nothing about branches. */
async function principalOf(
  ctx: Context,
  authenticate: Authenticate,
): Promise<Principal | undefined> {
  try {
    return await authenticate((name) => headerOf(ctx, name));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
