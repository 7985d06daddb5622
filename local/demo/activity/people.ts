import { createApi } from '../api-client.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';
import { openSession } from './session.ts';
import { dayAfter } from './read-activity.ts';
import type { Person } from './read-activity.ts';

/** The people of the demo, each with the API as this person. */
export type People = {
  /** The API with a key of the person. */
  as: (email: string) => Api;
  /** The routes of the web UI, signed in as the person. */
  inUi: (email: string) => Promise<Api>;
  /** Revokes the keys. */
  leave: () => Promise<void>;
};

type NewKey = { organizationApiKeyId: string; key: string };

/** Creates a key for each person; the keys end tomorrow if they are never revoked. */
export async function openPeople(
  api: Api,
  address: string,
  people: readonly Person[],
): Promise<People> {
  const keys = new Map<string, NewKey>();
  const expiresAt = dayAfter(new Date(), 1);
  for (const { name, email } of people) {
    const wanted = { scope: 'user', displayName: name, email, expiresAt };
    const { text } = await api('POST', '/api/api-keys', asJson(wanted));
    keys.set(email, JSON.parse(text) as NewKey);
  }
  const keyOf = (email: string): string => {
    const known = keys.get(email);
    if (!known) throw new Error(`${email} is nobody of examples/demo/activity/people.yaml`);
    return known.key;
  };
  return {
    as: (email) => createApi(address, keyOf(email)),
    inUi: (email) => openSession(address, keyOf(email)),
    leave: async () => {
      for (const { organizationApiKeyId: id } of keys.values()) {
        await api('DELETE', `/api/api-keys/${id}`);
      }
    },
  };
}
