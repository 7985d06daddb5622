import type { Tx } from '../../db/connect.ts';
import { lockAccessOfPerson } from '../../db/tables/access/access.ts';
import { writeAccess } from '../../db/tables/access/writes.ts';
import { provisioningOf } from '../../domain/access/access.ts';
import { accessEvents } from '../../domain/access/access-events.ts';
import { dayOf } from '../../domain/organizations/api-key-rules.ts';
import { toEvent } from '../access/change-access.ts';
import type { ScimCause } from './cause.ts';

/** Maximum number of accesses of one person that are marked and named. */
const maxAccesses = 500;

/**
 * Returns the ids of the accesses that a person leaves behind. Active ones are due for reassessment today, so that they are in the
 * inbox of the people who can end them; ending them is their decision.
 */
export async function reassessAccessOfPerson(
  tx: Tx,
  email: string,
  { principal, requestId, now }: ScimCause,
): Promise<string[]> {
  const { organizationId } = principal;
  const accesses = await lockAccessOfPerson(tx, { organizationId, email }, maxAccesses);
  const today = dayOf(now);
  for (const access of accesses) {
    const isDue = access.reassessOn !== undefined && access.reassessOn <= today;
    if (access.state !== 'active' || isDue) continue;
    await writeAccess(tx, {
      organizationId,
      id: access.id,
      before: access,
      life: access,
      parties: access,
      body: withReassessment(access.body, today),
      reassessOn: today,
      provisioning: provisioningOf(access),
      events: [toEvent(accessEvents.updated)],
      principal: principal.name,
      requestId,
      now,
    });
  }
  return accesses.map(({ id }) => id);
}

/** The body with this day as its next reassessment. */
function withReassessment(text: string, nextReassessmentDate: string): string {
  const body = JSON.parse(text) as { info?: object };
  return JSON.stringify({ ...body, info: { ...body.info, nextReassessmentDate } });
}
