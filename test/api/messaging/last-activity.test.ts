import { touchContactToken } from '../../../db/tables/messaging/contact-tokens.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { captureLog } from '../../support/everything.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { readMessagingEvents } from '../../support/builders/stored/stored-messaging-events.ts';

const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
const log = captureLog();
let api: TestApi;
let kevin: Person;
beforeAll(async () => {
  api = await startApi({}, clock);
  kevin = await newPerson(api, 'Kevin');
});
afterAll(() => api.stop());

/** Somebody whose last use of the token lies back two minutes, in a conversation with Kevin. */
async function quietPerson(username: string): Promise<Person & { conversation: string }> {
  const person = await newPerson(api, username);
  const conversation = await newConversation(api, person, kevin);
  clock.aheadMs += 120_000;
  return { ...person, conversation };
}

const lastActive = async ({ id, send }: Person): Promise<number> =>
  (await send('GET', `/v1/contacts/${id}`)).json.last_active_at;
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

describe('last_active_at of the author', () => {
  it('is the same in the answer to POST, in its event and in a GET after', async () => {
    const kate = await quietPerson('KateMcCallister');
    const body = { conversation_id: kate.conversation, message: 'Kevin!' };
    const { json } = await kate.send('POST', '/v1/messages', { body });
    expect(json.contact.last_active_at).toBeGreaterThanOrEqual(secondsOf(kate.lastActiveAt) + 120);
    expect((await kate.send('GET', `/v1/messages/${json.id}`)).json).toEqual(json);
    expect(await lastActive(kate)).toBe(json.contact.last_active_at);
    const [event] = await readMessagingEvents(api, json.id);
    expect(event?.data.contact).toEqual(json.contact);
  });

  it('is the same in all answers to requests that come at once', async () => {
    const buzz = await quietPerson('Buzz');
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((message) =>
        buzz.send('POST', '/v1/messages', {
          body: { conversation_id: buzz.conversation, message },
        }),
      ),
    );
    const now = await lastActive(buzz);
    expect(now).toBeGreaterThanOrEqual(secondsOf(buzz.lastActiveAt) + 120);
    expect(answers.map(({ json }) => json.contact.last_active_at)).toEqual([now, now, now, now]);
  });

  it('is what stands there when another process has noted the use less than a minute ago', async () => {
    const frank = await quietPerson('Frank');
    const before = await lastActive(frank);
    clock.aheadMs += 30_000;
    const noted = await touchContactToken(api.database.knex, frank, clock.now());
    expect(noted && secondsOf(noted)).toBe(before);
    expect(await lastActive(frank)).toBe(before);
  });
});

it('a use that cannot be noted is a warning, and the request is answered', async () => {
  const gus = await quietPerson('Gus');
  const { knex } = api.database;
  await knex.raw(
    `alter table contact_tokens add constraint unused check (id <> '${gus.tokenId}' or last_used_at is null)`,
  );
  expect((await gus.send('GET', '/v1/contacts')).status).toBe(200);
  await knex.raw('alter table contact_tokens drop constraint unused');
  expect(log.join('\n')).toContain('use of a token not recorded');
});
