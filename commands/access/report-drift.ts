import { shareStatements } from '../../db/batched.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access/access.ts';
import { raiseAccessAlerts, resolveUnseenDrift } from '../../db/tables/access/alerts.ts';
import type { FoundAlert } from '../../db/tables/access/alerts.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import type { Violation } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';

/** Differences that a component found on a platform. */
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
 * Stores the differences of a platform as alerts, and ends alerts of the same component that are not reported again. Refuses with
 * `invalid_body` differences without a subject or with an unknown access, and with `permission_denied` without ACCESS_EDIT on
 * every providing team or, for a grant without an access, unless the key belongs to a team or the organization.
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

/** Stays the same when the key is replaced, and differs from components of other teams. */
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
  different: 'The grant on the platform differs from the approved access.',
} as const;
