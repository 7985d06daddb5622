import type { Database } from '../../db/connect.ts';
import type { AccessState } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Reading } from '../reading.ts';
import { putAccess } from './put-access.ts';

/** A request for access to a port; everything else follows from the port and the key. */
export type AccessRequest = {
  purpose: string;
  consumer?: object | null;
  roles?: string[] | null;
  startDate?: string | null;
  endDate?: string | null;
};

/**
 * Requests access to a port, for the team or the person of the key unless another consumer is named. Refuses like `putAccess`,
 * and with `invalid_body` if the key identifies no consumer.
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
  } & Reading,
): Promise<{ accessId: string; state: AccessState }> {
  const { dataProductId, outputPortId, principal, requestId, now, reading } = by;
  const accessId = newId();
  const document = {
    id: accessId,
    info: { purpose, ...(startDate && { startDate }), ...(endDate && { endDate }) },
    provider: { dataProductId, outputPortId },
    consumer: (consumer ?? consumerOf(principal)) as JsonObject,
    ...(roles && { roles }),
  } as JsonObject;
  const preconditions = { ifMatch: undefined, mustBeNew: true };
  const put = { id: accessId, document, preconditions, principal, requestId, now, reading };
  const { access } = await putAccess(database, put);
  return { accessId, state: access.state };
}

function consumerOf({ teamId, email, scope }: Principal): JsonObject {
  if (teamId !== undefined) return { teamId };
  if (email !== undefined) return { userId: email };
  return refuse(
    'invalid_body',
    `A key with scope '${scope}' belongs to neither a team nor a person: name a 'consumer'.`,
    {
      violations: [{ field: 'consumer', message: 'is required' }],
    },
  );
}
