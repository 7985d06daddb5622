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

/** A notice as the API answers it. */
export type ShownNotice = {
  id: string;
  kind: string;
  reason: string;
  subjectKind: string;
  subjectId: string;
  principal: string;
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
