import { client, read, readTagged } from '../../api/client.ts';
import { isStatus } from '../../api/problem.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import type { Access } from '../access/queries.ts';

export type Verb = 'approve' | 'reject' | 'request-change';

export type Decision = { verb: Verb; note: string };

/** What became of a decision. Only `done` has changed something. */
export type Outcome =
  | { result: 'done' }
  /** Somebody else has decided before. */
  | { result: 'elsewhere'; access: Access }
  /** The request is open, but it is not the one that was read. */
  | { result: 'changed'; access: Access }
  | { result: 'withdrawn' };

/** Decides about the request as it was read: `If-Match` keeps anything from being decided twice, or unread. */
export async function decide(
  id: string,
  etag: string | undefined,
  decision: Decision,
): Promise<Outcome> {
  try {
    await send(id, etag, decision);
    return { result: 'done' };
  } catch (error) {
    if (isStatus(error, 404, 410)) return { result: 'withdrawn' };
    if (!isStatus(error, 409, 412)) throw error;
    return whatIsThere(id);
  }
}

async function send(id: string, etag: string | undefined, { verb, note }: Decision): Promise<void> {
  const header = { ...newKeyHeader(), ...(etag !== undefined && { 'If-Match': etag }) };
  const params = { path: { id }, header };
  if (verb === 'request-change') {
    await read(client.POST('/api/access/{id}/request-change', { params, body: { note } }));
    return;
  }
  const body = note.trim() === '' ? {} : { note };
  const paths = { approve: '/api/access/{id}/approve', reject: '/api/access/{id}/reject' } as const;
  await read(client.POST(paths[verb], { params, body }));
}

async function whatIsThere(id: string): Promise<Outcome> {
  try {
    const { data } = await readTagged(client.GET('/api/access/{id}', { params: { path: { id } } }));
    return { result: data.lifecycle === 'requested' ? 'changed' : 'elsewhere', access: data };
  } catch (error) {
    if (isStatus(error, 404, 410)) return { result: 'withdrawn' };
    throw error;
  }
}

/** What a decision depends on; the rest may change without being read again. */
const agreementOf = ({ info, roles, consumer, provider }: Access): string =>
  JSON.stringify([
    info.purpose,
    info.startDate,
    info.endDate,
    roles,
    consumer.teamId,
    consumer.userId,
    consumer.dataProductId,
    provider.outputPortId,
  ]);

/** Decides about a request of a list, which has no entity tag, unless it differs from what the list showed. */
export async function decideListed(listed: Access, decision: Decision): Promise<Outcome> {
  const id = listed.id ?? '';
  try {
    const { data, etag } = await readTagged(
      client.GET('/api/access/{id}', { params: { path: { id } } }),
    );
    if (data.lifecycle !== 'requested') return { result: 'elsewhere', access: data };
    if (agreementOf(data) !== agreementOf(listed)) return { result: 'changed', access: data };
    return await decide(id, etag, decision);
  } catch (error) {
    if (isStatus(error, 404, 410)) return { result: 'withdrawn' };
    throw error;
  }
}
