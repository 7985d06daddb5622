import type { Database } from '../../db/connect.ts';
import type { AccessState } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json.ts';
import { putAccess } from './put-access.ts';

/** What is said of a request for a port; the rest of an access follows from it. */
export type AccessRequest = {
  purpose: string;
  consumer?: object | null;
  roles?: string[] | null;
  startDate?: string | null;
  endDate?: string | null;
};

/**
 * Requests an access to a port, of the team or the person of the key unless another consumer is named. Refuses like `putAccess`,
 * and with `invalid_body` when nobody can be told to consume.
 */
export async function requestAccess(
  database: Database,
  { purpose, consumer, roles, startDate, endDate }: AccessRequest,
  by: {
    dataProductId: string;
    outputPortId: string;
    principal: Principal;
    requestId: string | undefined;
    now: Date;
  },
): Promise<{ accessId: string; state: AccessState }> {
  const { dataProductId, outputPortId, principal, requestId, now } = by;
  const accessId = newId();
  const document = {
    id: accessId,
    info: { purpose, ...(startDate && { startDate }), ...(endDate && { endDate }) },
    provider: { dataProductId, outputPortId },
    consumer: (consumer ?? consumerOf(principal)) as JsonObject,
    ...(roles && { roles }),
  } as JsonObject;
  const preconditions = { ifMatch: undefined, mustBeNew: true };
  const put = { id: accessId, document, preconditions, principal, requestId, now };
  const { state } = await putAccess(database, put);
  return { accessId, state };
}

function consumerOf({ teamId, email, scope }: Principal): JsonObject {
  if (teamId !== undefined) return { teamId };
  if (email !== undefined) return { userId: email };
  return refuse(
    'invalid_body',
    `A key with scope '${scope}' is of no team and no person: name a 'consumer'.`,
    {
      violations: [{ field: 'consumer', message: 'is required' }],
    },
  );
}
