import { randomUUID } from 'node:crypto';
import { makeNotices } from '../../../commands/notices/make-notices.ts';
import { stampEvents } from '../../../db/tables/feed/feed.ts';
import type { TestApi } from '../http/api.ts';
import { signIn } from './sessions.ts';

/** Headers of a page on which this person is signed in. */
export async function signInAs(api: TestApi, email: string): Promise<Record<string, string>> {
  return signIn(api, (await api.newKey('user', { email })).text);
}

/** Gives all events their positions and makes all notices, as a clock does. */
export async function settleNotices({ database }: Pick<TestApi, 'database'>): Promise<void> {
  while ((await stampEvents(database, 1_000)) > 0);
  while (await makeNotices(database));
}

/** Stores a notice for this recipient behind all others; returns its id. */
export async function newNotice(
  { database, organizationId }: Pick<TestApi, 'database' | 'organizationId'>,
  recipient: string,
): Promise<string> {
  const id = randomUUID();
  await database.knex('notices').insert({
    organization_id: organizationId,
    recipient,
    // Far behind those that a feeder makes meanwhile.
    position: 1_000_000 + Math.round(performance.now() * 1_000),
    id,
    kind: 'document-changed',
    reason: 'follow',
    subject_kind: 'team',
    subject_id: 'checkout',
    principal: 'system',
    details: '{}',
    at: new Date(),
  });
  return id;
}

/** A notice as the API answers it. */
export type ShownNotice = {
  id: string;
  kind: string;
  reason: string;
  subjectKind: string;
  subjectId: string;
  principal: string;
  principalName: string | null;
  details: Record<string, unknown>;
  read: boolean;
};

/** The notices of the signed-in person. */
export async function noticesOf(
  api: TestApi,
  headers: Record<string, string>,
  query = '',
): Promise<{ unread: number; notices: ShownNotice[]; link: string | null }> {
  const answer = await api.send('GET', `/ui/notices${query}`, { key: null, headers });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return { ...answer.json, link: answer.headers.get('link') };
}

/** Kind, reason and subject of each notice, newest first. */
export async function titlesOf(api: TestApi, headers: Record<string, string>): Promise<string[]> {
  const { notices } = await noticesOf(api, headers);
  return notices.map(({ kind, reason, subjectId }) => `${kind} ${reason} ${subjectId}`);
}
