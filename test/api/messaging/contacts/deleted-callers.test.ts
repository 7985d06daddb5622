import { deleteContact } from '../../../../commands/contacts/delete-contact.ts';
import { createToken } from '../../../../commands/tokens/create-token.ts';
import { transact } from '../../../../db/transact.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../../support/http/api.ts';
import { newPerson } from '../../../support/builders/messaging/messaging.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

function untilWaiting(count: number): Promise<unknown> {
  return until(`${count} wait`, async () => {
    const { rows } = await api.database.knex.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length >= count;
  });
}

const requests = [
  ['POST', '/v1/contacts', { username: 'Late', phone_number: '+1 555 0100' }],
  ['POST', '/v1/groups', { name: 'Late' }],
  ['POST', '/v1/conversations', { contact_id: 'friend' }],
  ['POST', '/v1/attachments', { file_url: 'https://example.com/late.pdf' }],
  ['PUT', '/v1/contacts/child', { display_name: 'Late' }],
] as const;

it.each(requests)(
  '%s %s of a contact that is deleted while it waits writes nothing, and is refused as its token is from then on',
  async (method, path, wish) => {
    const noPerson = { teamId: undefined, email: undefined };
    const { organizationId } = api;
    const principal = {
      organizationId,
      name: 'system',
      scope: 'organization',
      ...noPerson,
    } as const;
    const suffix = `${method} ${path}`;
    const [gone, friend] = [
      await newPerson(api, `Gone ${suffix}`),
      await newPerson(api, `Friend ${suffix}`),
    ];
    const made = { username: `Child ${suffix}`, phone_number: '+1 555 0101' };
    const { json: child } = await gone.send('POST', '/v1/contacts', { body: made });
    const text = JSON.stringify(wish).replace('"friend"', `"${friend.id}"`);
    const body = JSON.parse(text) as object;
    let removal: Promise<void> | undefined;
    let answer: Promise<TestAnswer> | undefined;
    await transact(api.database, async (tx) => {
      await tx('messaging_heads').where({ organization_id: organizationId }).forUpdate().select();
      const request = { principal, requestId: undefined, now: new Date() };
      removal = deleteContact(api.database, { ...request, id: gone.id });
      await untilWaiting(1);
      answer = gone.send(method, path.replace('child', child.id), { body });
      await untilWaiting(2);
    });
    await removal;
    const refused = await answer;
    expect([refused?.status, refused?.json.type]).toEqual([401, 'invalid_request']);
    const told = await api.database
      .knex('messaging_events')
      .where({ principal: `contact:${gone.id}` })
      .pluck('subject_id');
    expect(told).toEqual([child.id]);
  },
);

it('a token that is made while its contact is deleted is refused', async () => {
  const gone = await newPerson(api, 'Tokenless');
  const { organizationId } = api;
  const noPerson = { teamId: undefined, email: undefined };
  const principal = { organizationId, name: 'system', scope: 'organization', ...noPerson } as const;
  const now = new Date();
  let removal: Promise<void> | undefined;
  let making: Promise<unknown> | undefined;
  await transact(api.database, async (tx) => {
    await tx('messaging_heads').where({ organization_id: organizationId }).forUpdate().select();
    removal = deleteContact(api.database, { principal, requestId: undefined, id: gone.id, now });
    await untilWaiting(1);
    const request = { organizationId, contactId: gone.id, createdBy: 'system', now };
    making = createToken(api.database, request).catch((error: unknown) => error);
    await untilWaiting(2);
  });
  await removal;
  expect(await making).toMatchObject({ code: 'unknown_reference' });
  const tokens = await api.database.knex('contact_tokens').where({ contact_id: gone.id });
  expect(tokens).toEqual([]);
});
