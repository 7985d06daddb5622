import type { Db } from '../../db/connect.ts';
import { readAcceptedPolicies } from '../../db/tables/policies/rules.ts';
import { rulesInForce } from '../../domain/policies/judge.ts';
import type { RuleInForce } from '../../domain/policies/judge.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/** The rules in force and their version. */
export type CurrentRules = { version: number; rules: readonly RuleInForce[] };

const maxKept = 1_000;
const kept = new Map<OrganizationId, CurrentRules>();

/** The rules of a version or, if that is past, of a newer one; read once by each process. */
export async function readRules(
  db: Db,
  organizationId: OrganizationId,
  version: number,
): Promise<CurrentRules> {
  const known = kept.get(organizationId);
  if (known?.version === version) return known;
  const stored = await readAcceptedPolicies(db, organizationId);
  const rules = stored.policies.flatMap(({ id, body }) => {
    return rulesInForce(id, JSON.parse(body) as JsonObject);
  });
  const current = { version: stored.version, rules };
  if (kept.size >= maxKept) kept.clear();
  kept.set(organizationId, current);
  return current;
}
