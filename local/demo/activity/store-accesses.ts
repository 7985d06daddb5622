import type { Api } from '../api-client.ts';
import type { People } from './people.ts';
import { asJson } from './as-json.ts';

/** A decision or cancellation by a person, a report of a provisioning component, or differences that it found. */
type Step =
  | { do: 'approve' | 'reject' | 'cancel'; by: string; note?: string }
  | { report: string; body: object }
  | { drift: object };

/** An access with everything that happens to it. */
export type DemoAccess = { id: string; requestedBy: string; body: object; steps?: Step[] };

/** A decision that was taken by an earlier, interrupted start. */
const conflict = 409;

/** Requests the accesses and takes the steps; those that exist with all their steps change nothing. */
export async function storeAccesses(
  api: Api,
  people: People,
  accesses: readonly DemoAccess[],
): Promise<void> {
  for (const { id, requestedBy, body, steps = [] } of accesses) {
    const path = `/api/access/${id}`;
    const { status } = await api('GET', path, { accept: [404] });
    if (status === 404) await people.as(requestedBy)('PUT', path, asJson({ id, ...body }));
    for (const step of steps) await take(api, people, path, step);
  }
}

async function take(api: Api, people: People, path: string, step: Step): Promise<void> {
  if ('report' in step) {
    await api('POST', `${path}/provisioning/${step.report}`, asJson(step.body));
    return;
  }
  if ('drift' in step) {
    await api('POST', '/api/access/drift', asJson(step.drift));
    return;
  }
  const { do: verb, by, note } = step;
  await people.as(by)('POST', `${path}/${verb}`, { ...asJson({ note }), accept: [conflict] });
}
