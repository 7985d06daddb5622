import { issueApiKey } from '../../../commands/keys/issue-api-key.ts';
import { patchScimResource } from '../../../commands/scim/write-resource.ts';
import { signInPerson } from '../../../commands/sessions/sign-in-person.ts';
import type { Tx } from '../../../db/connect.ts';
import { transact } from '../../../db/transact.ts';
import { resourceTypes } from '../../../domain/scim/schemas/resource-types.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { patchOf, scim, scimUser } from '../../support/builders/scim.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/organization/members/boss@example.com', { body: { role: 'Owner' } });
});
afterAll(() => api.stop());

const off = patchOf({ op: 'replace', path: 'active', value: false });
const newUser = async (email: string): Promise<string> =>
  (await scim(api, 'POST', '/Users', scimUser(email))).json.id;

/** Begins `second` on another connection while a transaction with `first` is open; it must wait for the end of the transaction. */
async function whileOpen<T>(
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const waiting = await transact(api.database, async (tx) => {
    await first(tx);
    const begun = Promise.allSettled([second()]);
    await until('the second transaction waits for the first', async () => {
      const { rows } = await api.database.knex.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    return { begun };
  });
  const [result] = await waiting.begun;
  return result;
}

const switchOff =
  (id: string) =>
  (tx: Tx): Promise<unknown> => {
    const { organizationId } = api;
    const principal = { organizationId, scope: 'organization', name: 'provider' } as const;
    const user = resourceTypes.find(({ kind }) => kind === 'User');
    if (!user) throw new Error('there is no type of users');
    const preconditions = { ifMatch: undefined, mustBeNew: false };
    const named = { type: user, id, preconditions, patch: off as never };
    const cause = { principal: { ...principal, teamId: undefined, email: undefined } };
    return patchScimResource({ ...api.database, knex: tx }, named, {
      ...cause,
      requestId: 'test',
      now: new Date(),
    });
  };

const ask = (email: string) => ({
  organizationId: api.organizationId,
  scope: 'user' as const,
  displayName: 'Late',
  email,
  createdBy: 'test',
  now: new Date(),
});

const left = async (email: string): Promise<unknown[]> => {
  const { rows } = await api.database.knex.raw<{ rows: unknown[] }>(
    `select 'key' as what from api_keys where email = ? and revoked_at is null
     union all select 'session' from ui_sessions s join people p on p.id = s.person_id where p.email = ?`,
    [email, email],
  );
  return rows;
};

describe('a deprovisioning that has not committed', () => {
  it('refuses a sign-in that begins meanwhile', async () => {
    const email = 'ida@example.com';
    const id = await newUser(email);
    await signInAsPerson(api, email);
    const result = await whileOpen(switchOff(id), () => signInAsPerson(api, email));
    expect(result).toMatchObject({ reason: { code: 'permission_denied' } });
    expect(await left(email)).toEqual([]);
  });

  it('refuses a key that is asked for meanwhile', async () => {
    const email = 'kim@example.com';
    const id = await newUser(email);
    const result = await whileOpen(switchOff(id), () => issueApiKey(api.database, ask(email)));
    expect(result).toMatchObject({ reason: { code: 'unknown_reference' } });
    expect(await left(email)).toEqual([]);
  });
});

describe('a deprovisioning that begins meanwhile', () => {
  it('ends the session of a sign-in that has not committed', async () => {
    const email = 'jan@example.com';
    const id = await newUser(email);
    await signInAsPerson(api, email);
    const person = { organizationId: api.organizationId, email };
    const request = { method: 'mail', userAgent: 'a test', requestId: 'test' } as const;
    const result = await whileOpen(
      (tx) => signInPerson(tx, person, { ...request, now: new Date() }),
      () => scim(api, 'PATCH', `/Users/${id}`, off),
    );
    expect(result).toMatchObject({ value: { status: 200 } });
    expect(await left(email)).toEqual([]);
  });

  it('revokes a key that has not been committed', async () => {
    const email = 'lea@example.com';
    const id = await newUser(email);
    const result = await whileOpen(
      (tx) => issueApiKey({ ...api.database, knex: tx }, ask(email)),
      () => scim(api, 'PATCH', `/Users/${id}`, off),
    );
    expect(result).toMatchObject({ value: { status: 200 } });
    expect(await left(email)).toEqual([]);
  });
});
