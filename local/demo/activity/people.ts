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

/** Creates a key for each person who acts; the keys end tomorrow if they are never revoked. */
export function openPeople(api: Api, address: string, people: readonly Person[]): People {
  const keys = new Map<string, Promise<NewKey>>();
  const create = async ({ name, email }: Person): Promise<NewKey> => {
    const expiresAt = dayAfter(new Date(), 1);
    const wanted = { scope: 'user', displayName: name, email, expiresAt };
    return JSON.parse((await api('POST', '/api/api-keys', asJson(wanted))).text) as NewKey;
  };
  const keyOf = async (email: string): Promise<string> => {
    const person = people.find((each) => each.email === email);
    if (!person) throw new Error(`${email} is missing in examples/demo/activity/people.yaml`);
    const created = keys.get(email) ?? create(person);
    keys.set(email, created);
    return (await created).key;
  };
  return {
    as: (email) => async (method, path, request) =>
      createApi(address, await keyOf(email))(method, path, request),
    inUi: async (email) => openSession(address, await keyOf(email)),
    leave: async () => {
      const created = await Promise.allSettled(keys.values());
      keys.clear();
      for (const each of created) {
        if (each.status === 'rejected') continue;
        await api('DELETE', `/api/api-keys/${each.value.organizationApiKeyId}`);
      }
    },
  };
}
