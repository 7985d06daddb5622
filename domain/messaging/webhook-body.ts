import { base62Digest } from '../../lib/ids.ts';
import type { OutgoingEvent } from '../feed/cloud-event.ts';
import { messagingIdLength, toSeconds } from './ids.ts';

/** Type of the event that tests a messaging webhook. */
const testType = 'webhook.tested';

/**
 * A messaging event in the form of webhooks: `payload` is the object at that time, or its id and `deleted` once
 * it is deleted permanently. The id belongs to the event, however often it is sent.
 */
export function messagingWebhookBody(event: OutgoingEvent): string {
  const { type, payload } = isTest(event) ? testOf(event) : { ...event, payload: event.data };
  const id = base62Digest(event.id, messagingIdLength);
  return `{"id":"${id}","type":${JSON.stringify(type)},"payload":${payload}}`;
}

/** Tests are events of the audit trail of webhooks. */
function isTest({ type }: OutgoingEvent): boolean {
  return type === 'WebhookTested';
}

function testOf({ subjectId, at }: OutgoingEvent): { type: string; payload: string } {
  return { type: testType, payload: JSON.stringify({ id: subjectId, created_at: toSeconds(at) }) };
}
