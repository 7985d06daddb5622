import { isTransaction } from '../../db/bound-knex.ts';
import type { Db } from '../../db/connect.ts';
import { readAcceptedPolicies } from '../../db/tables/policies/rules.ts';
import { policy } from '../../domain/kinds/policy.ts';
import { rulesInForce } from '../../domain/policies/judge.ts';
import type { RuleInForce } from '../../domain/policies/judge.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/** The rules in force and their version. */
export type CurrentRules = { version: number; rules: readonly RuleInForce[] };

type Kept = Map<OrganizationId, CurrentRules>;

const maxKept = 1_000;
const shared: Kept = new Map();
/** Rules that a transaction has written itself are lost with it. */
const ofTransactions = new WeakMap<object, Kept>();

/** The rules of a version or, if that is past, of a newer one; read once by each process, or transaction that does not know them. */
export async function readRules(
  db: Db,
  organizationId: OrganizationId,
  version: number,
): Promise<CurrentRules> {
  const kept = keptFor(db);
  const known = kept.get(organizationId) ?? shared.get(organizationId);
  if (known?.version === version) return known;
  const stored = await readAcceptedPolicies(db, organizationId);
  const rules = stored.policies.flatMap(({ id, body }) => rulesOfStored(id, body));
  const current = { version: stored.version, rules };
  if (kept.size >= maxKept) kept.clear();
  kept.set(organizationId, current);
  return current;
}

function keptFor(db: Db): Kept {
  if (!isTransaction(db)) return shared;
  const kept: Kept = ofTransactions.get(db) ?? new Map();
  ofTransactions.set(db, kept);
  return kept;
}

/** A policy that was stored before policies had rules may have a member of that name that is none. */
function rulesOfStored(id: string, body: string): RuleInForce[] {
  const document = JSON.parse(body) as JsonObject;
  return policy.validate(document).length > 0 ? [] : rulesInForce(id, document);
}
