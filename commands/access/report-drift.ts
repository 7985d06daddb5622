import { shareStatements } from '../../db/batched.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access.ts';
import { raiseAccessAlerts, resolveUnseenDrift } from '../../db/tables/access-alerts.ts';
import type { FoundAlert } from '../../db/tables/access-alerts.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { transact } from '../../db/transact.ts';
import { assertNoViolations } from '../../domain/validation.ts';
import type { Violation } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../documents/assert-permission.ts';

/** What a component found on a platform otherwise than expected. */
export type Drift = {
  platform: string;
  executor?: string | null;
  differences: readonly Difference[];
};
type Difference = {
  kind: 'missing' | 'unexpected' | 'different';
  accessId?: string | null;
  reference?: string | null;
  details?: string | null;
};

/**
 * Keeps the differences of a platform as alerts, and ends those that the same component reported before and not now. Refuses with `invalid_body`
 * differences that name nothing or an unknown access, and with `permission_denied` without ACCESS_EDIT on every providing team,
 * or, where a grant belongs to no access, with a key of neither a team nor the organization.
 */
export async function reportDrift(
  database: Database,
  drift: Drift,
  by: { principal: Principal; requestId: string | undefined; now: Date },
): Promise<void> {
  const { principal, requestId, now } = by;
  const { organizationId } = principal;
  const { platform } = drift;
  const foundBy = componentOf(drift, principal);
  await transact(database, async (tx) => {
    await assertMayReport(tx, drift, principal);
    const found = drift.differences.map((difference) => toAlert(platform, difference));
    await raiseAccessAlerts(tx, organizationId, found, { foundBy, now });
    await resolveUnseenDrift(tx, { organizationId, platform, foundBy }, now);
    await recordEvent(tx, {
      organizationId,
      type: 'AccessDriftReported',
      subjectKind: 'platform',
      subjectId: platform,
      principal: principal.name,
      requestId,
      public: false,
      data: { differences: found.length, executor: drift.executor ?? undefined },
      now,
    });
  });
}

/** The same when a key is exchanged, and never one of another team. */
function componentOf({ executor }: Drift, { teamId, email }: Principal): string {
  return [teamId ?? email ?? 'organization', executor ?? ''].join(' ').trim();
}

async function assertMayReport(tx: Tx, drift: Drift, principal: Principal): Promise<void> {
  const { organizationId } = principal;
  const violations: Violation[] = [];
  const owners = new Set<string | undefined>();
  const accesses = await shareStatements(tx, () =>
    Promise.all(
      drift.differences.map(({ accessId }) =>
        accessId ? findAccess(tx, { organizationId, id: accessId }) : Promise.resolve(undefined),
      ),
    ),
  );
  for (const [index, { kind, accessId, reference }] of drift.differences.entries()) {
    const field = `differences[${index}]`;
    const access = accesses[index];
    if (access) owners.add(access.providerTeamId);
    else if (accessId)
      violations.push({ field: `${field}.accessId`, message: `names no access: '${accessId}'` });
    else if (kind !== 'unexpected')
      violations.push({ field: `${field}.accessId`, message: `is required when kind is ${kind}` });
    else if (reference) owners.add(principal.teamId);
    else
      violations.push({
        field: `${field}.reference`,
        message: 'is required when kind is unexpected',
      });
  }
  assertNoViolations(violations.slice(0, 20), 'invalid_body');
  await assertPermission(tx, principal, 'ACCESS_EDIT', [...owners]);
}

function toAlert(platform: string, difference: Difference): FoundAlert {
  const { kind, accessId, reference, details } = difference;
  return {
    kind,
    accessId: accessId ?? '',
    platform,
    reference: reference ?? '',
    message: details || sentences[kind],
  };
}

const sentences = {
  missing: 'The grant of this access is missing on the platform.',
  unexpected: 'The platform has a grant that belongs to no active access.',
  different: 'The grant on the platform is not the one that was agreed.',
} as const;
