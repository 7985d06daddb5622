import type { TestApi } from '../../http/api.ts';
import { signInAsPerson } from '../people.ts';

/** A signed-in person whose page has a token of messaging. */
export type TalkingPerson = {
  headers: Record<string, string>;
  token: string;
  contact: { id: string };
};

/** What people do on the page of messages, by the API that the page calls. */
export function talkingPeople(api: () => TestApi) {
  const at = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
    api().send(method, path, { key: null, headers, body });

  const v1 = (token: string, method: string, path: string, body?: unknown) =>
    api().send(method, `/v1${path}`, {
      key: null,
      headers: { authorization: `Bearer ${token}` },
      body,
    });

  async function openPage(email: string, name?: string): Promise<TalkingPerson> {
    const headers = await signInAsPerson(api(), email, name ? { name } : {});
    const { json } = await at(headers, 'POST', '/ui/messaging/token');
    return { headers, token: json.token, contact: json.contact };
  }

  async function talk(from: TalkingPerson, contactId: string): Promise<string> {
    return (await v1(from.token, 'POST', '/conversations', { contact_id: contactId })).json.id;
  }

  const say = async (
    from: TalkingPerson,
    conversationId: string,
    message: string,
  ): Promise<string> =>
    (await v1(from.token, 'POST', '/messages', { conversation_id: conversationId, message })).json
      .id;

  return { at, v1, openPage, talk, say };
}
