import { base62Digest } from '../../lib/ids.ts';
import type { ToldEvent } from '../cloud-event.ts';
import { messagingIdLength, toSeconds } from './ids.ts';

/** Type of the event that somebody asks for to try a webhook of messaging. */
const testType = 'webhook.tested';

/**
 * An event of messaging as webhooks get it: `payload` is the object as it then was, or its id and `deleted` once it is deleted for
 * good. The id belongs to the event, however often it is sent.
 */
export function messagingWebhookBody(event: ToldEvent): string {
  const { type, payload } = isTest(event) ? testOf(event) : { ...event, payload: event.data };
  const id = base62Digest(event.id, messagingIdLength);
  return `{"id":"${id}","type":${JSON.stringify(type)},"payload":${payload}}`;
}

/** Tests are events of the audit trail of webhooks. */
function isTest({ type }: ToldEvent): boolean {
  return type === 'WebhookTested';
}

function testOf({ subjectId, at }: ToldEvent): { type: string; payload: string } {
  return { type: testType, payload: JSON.stringify({ id: subjectId, created_at: toSeconds(at) }) };
}
