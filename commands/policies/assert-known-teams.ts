import type { Db } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { Refusal } from '../../domain/errors.ts';
import { policy } from '../../domain/kinds/policy.ts';
import { teamsOfRules } from '../../domain/policies/rules.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/**
 * Refuses with `unknown_reference` a policy whose rules are about teams that do not exist: such a rule would never find anything, and
 * the author would think that all is well.
 */
export async function assertKnownTeams(
  db: Db,
  organizationId: OrganizationId,
  { id, body }: { id: string; body: string },
): Promise<void> {
  if (!body.includes('"teams"')) return;
  const named = teamsOfRules(JSON.parse(body) as JsonObject);
  const wanted = [...new Set(named.map(({ team }) => team))];
  if (wanted.length === 0) return;
  const key = { organizationId, kind: policy.name, id };
  const { teams } = await findHeadAndTeams(db, key, wanted);
  const unknown = named.filter(({ team }) => !teams.includes(team));
  const [first] = unknown;
  if (!first) return;
  const violations = unknown.map(({ field, team }) => ({
    field,
    message: `no team has the id '${team}'`,
  }));
  throw new Refusal(
    'unknown_reference',
    `Rules are about a team that does not exist: ${first.field} is '${first.team}'; name a team of /api/teams, or create it first.`,
    { violations },
  );
}
