import { asyncProperty, assert, integer, record } from 'fast-check';
import { sendMessage } from '../../../../commands/messages/send-message.ts';
import { connectDatabase } from '../../../../db/connect.ts';
import type { Database } from '../../../../db/connect.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { quietLog } from '../../../support/servers/database.ts';
import {
  holdLastActive,
  newConversation,
  newPerson,
} from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';

let api: TestApi;
/** As another process has. */
let otherPool: Database;
let kate: Person;
let kevin: Person;
let buzz: Person;
let ofKevin: string;
let ofBuzz: string;
/** Of both conversations, oldest first. */
const all: { id: string; conversation: string }[] = [];
beforeAll(async () => {
  api = await startApi();
  otherPool = connectDatabase({
    url: api.url,
    poolMax: 4,
    applicationName: 'other',
    log: quietLog,
  });
  kate = await newPerson(api, 'KateMcCallister');
  kevin = await newPerson(api, 'Kevin');
  buzz = await newPerson(api, 'Buzz');
  ofKevin = await newConversation(api, kate, kevin);
  ofBuzz = await newConversation(api, buzz, kate);
  await holdLastActive(api);
  for (let n = 0; n < 165; n++) {
    const conversation = n % 3 === 0 ? ofBuzz : ofKevin;
    all.push({ id: await say(kate, conversation, `Message ${n}`), conversation });
  }
});
afterAll(async () => {
  await otherPool.close();
  await api.stop();
});

async function say(person: Person, conversation: string, message: string): Promise<string> {
  const body = { conversation_id: conversation, message };
  return (await person.send('POST', '/v1/messages', { body })).json.id;
}

type Page = { hasMore: boolean; ids: string[] };
async function list(person: Person, query: Record<string, string | number>): Promise<Page> {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  const { status, json } = await person.send('GET', `/v1/messages?${text.toString()}`);
  expect([status, Object.keys(json)]).toEqual([200, ['has_more', 'data']]);
  return { hasMore: json.has_more, ids: json.data.map(({ id }: { id: string }) => id) };
}
/** Newest first, as lists are. */
const idsOf = (conversation?: string): string[] =>
  all
    .filter((message) => conversation === undefined || message.conversation === conversation)
    .map(({ id }) => id)
    .toReversed();

describe('GET "/v1/messages"', () => {
  it('"A list page holds at most ten messages by default", "newest first"', async () => {
    const ids = idsOf(ofKevin);
    const page = await list(kate, { conversation_id: ofKevin });
    expect(page).toEqual({ hasMore: true, ids: ids.slice(0, 10) });
    const [{ id = '' } = {}] = (await kate.send('GET', '/v1/messages?limit=1')).json.data;
    const one = await kate.send('GET', `/v1/messages/${id}`);
    expect((await kate.send('GET', '/v1/messages?limit=1')).json.data).toEqual([one.json]);
  });

  it('"`limit` default 10, max 100 (more → 100; not a positive integer → 400)"', async () => {
    expect((await list(kate, { limit: 3 })).ids).toEqual(idsOf().slice(0, 3));
    for (const limit of [100, 101, 1_000_000])
      expect(await list(kate, { limit })).toEqual({ hasMore: true, ids: idsOf().slice(0, 100) });
    const twice = await kate.send('GET', '/v1/messages?limit=1&limit=2');
    expect([twice.status, twice.json.message]).toEqual([
      400,
      "The query parameter 'limit' was sent more than once; send it once.",
    ]);
    for (const limit of ['0', '-1', '1.5', 'ten', '', '%00']) {
      const answer = await kate.send('GET', `/v1/messages?limit=${limit}`);
      expect([limit, answer.status, answer.json.type]).toEqual([limit, 400, 'invalid_request']);
    }
  });

  it('"`conversation_id` (string, limits to one conversation)"; "without `conversation_id`: all conversations of the contact"', async () => {
    expect((await list(kate, { limit: 100, conversation_id: ofBuzz })).ids).toEqual(idsOf(ofBuzz));
    expect((await list(buzz, { limit: 100 })).ids).toEqual(idsOf(ofBuzz));
    expect((await list(kevin, { limit: 100 })).ids).toEqual(idsOf(ofKevin).slice(0, 100));
    expect((await list(kate, { limit: 100 })).ids).toEqual(idsOf().slice(0, 100));
  });

  it('lists all conversations newest first, also when the newest messages of some were deleted', async () => {
    const marv = await newPerson(api, 'Marv');
    const ids: string[] = [];
    const conversations: string[] = [];
    for (const name of ['Harry', 'Frank', 'Leslie']) {
      const conversation = await newConversation(api, marv, await newPerson(api, name));
      conversations.push(conversation);
      ids.unshift(await say(marv, conversation, 'a'));
    }
    for (const conversation of conversations.slice(0, 2)) {
      const id = await say(marv, conversation, 'b');
      expect((await marv.send('DELETE', `/v1/messages/${id}`)).status).toBe(200);
    }
    for (const [index, id] of ids.entries()) {
      const cursor = index > 0 && { starting_after: ids[index - 1] ?? '' };
      const page = await list(marv, { limit: 1, ...cursor });
      expect(page).toEqual({ hasMore: index < 2, ids: [id] });
    }
  });

  it('"A conversation … that is unknown or not the contact\'s → 404"', async () => {
    for (const [person, id] of [
      [buzz, ofKevin],
      [kate, 'AAAAAAAAAAAAAAAA'],
      [kate, ''],
    ] as const) {
      const answer = await person.send('GET', `/v1/messages?conversation_id=${id}`);
      expect([answer.status, answer.json.type]).toEqual([404, 'invalid_request']);
    }
  });

  it.each([
    ['a conversation', () => ofKevin],
    ['all', () => undefined],
  ])('`has_more` is "in the direction walked", in %s', async (_what, conversationOf) => {
    const conversation = conversationOf();
    const ids = idsOf(conversation);
    const scope = conversation === undefined ? {} : { conversation_id: conversation };
    const at = (index: number): string => ids.at(index) ?? '';
    expect(await list(kate, { ...scope, starting_after: at(0), limit: 5 })).toEqual({
      hasMore: true,
      ids: ids.slice(1, 6),
    });
    expect(await list(kate, { ...scope, starting_after: at(-4), limit: 3 })).toEqual({
      hasMore: false,
      ids: ids.slice(-3),
    });
    expect(await list(kate, { ...scope, starting_after: at(-1) })).toEqual({
      hasMore: false,
      ids: [],
    });
    // Those next to the cursor, not the newest of all.
    expect(await list(kate, { ...scope, ending_before: at(-1), limit: 5 })).toEqual({
      hasMore: true,
      ids: ids.slice(-6, -1),
    });
    expect(await list(kate, { ...scope, ending_before: at(5), limit: 5 })).toEqual({
      hasMore: false,
      ids: ids.slice(0, 5),
    });
    expect(await list(kate, { ...scope, ending_before: at(0) })).toEqual({
      hasMore: false,
      ids: [],
    });
  });

  it('"both → 400; unknown → 400", also those of another conversation and of others', async () => {
    const [mine = '', other = ''] = [idsOf(ofKevin)[3], idsOf(ofBuzz)[3]];
    const deleted = await say(kate, ofKevin, 'Gone');
    await kate.send('DELETE', `/v1/messages/${deleted}`);
    const scope = `conversation_id=${ofKevin}`;
    for (const [person, query] of [
      [kate, `${scope}&starting_after=${mine}&ending_before=${mine}`],
      [kate, `${scope}&starting_after=${other}`],
      [kate, `${scope}&ending_before=${other}`],
      [kate, `starting_after=${deleted}`],
      [kate, 'starting_after=AAAAAAAAAAAAAAAA'],
      [kate, 'ending_before='],
      [buzz, `starting_after=${mine}`],
    ] as const) {
      const answer = await person.send('GET', `/v1/messages?${query}`);
      expect([query, answer.status, answer.json.type]).toEqual([query, 400, 'invalid_request']);
    }
    expect((await list(kate, { starting_after: other, limit: 1 })).ids).toHaveLength(1);
  });
});

describe('"stable under concurrent inserts"', () => {
  type Walk = { conversation: string; limit: number };

  async function walkOlder(person: Person, { conversation, limit }: Walk): Promise<string[]> {
    const seen: string[] = [];
    for (;;) {
      const cursor = seen.length > 0 && { starting_after: seen.at(-1) ?? '' };
      const page = await list(person, { conversation_id: conversation, limit, ...cursor });
      seen.push(...page.ids);
      if (!page.hasMore) return seen;
    }
  }

  /** Asks for what is newer until the writers are done and there is no more; oldest first. */
  async function pollNewer(
    person: Person,
    { conversation, limit }: Walk,
    from: string,
    isDone: () => boolean,
  ): Promise<string[]> {
    const seen: string[] = [];
    for (;;) {
      const wasDone = isDone();
      const page = await list(person, {
        conversation_id: conversation,
        limit,
        ending_before: seen.at(-1) ?? from,
      });
      seen.push(...page.ids.toReversed());
      if (wasDone && page.ids.length === 0) return seen;
    }
  }

  it('walking older and polling newer neither repeat nor skip while others write in two processes', async () => {
    let run = 0;
    const shape = record({
      stored: integer({ min: 1, max: 15 }),
      writers: integer({ min: 1, max: 4 }),
      each: integer({ min: 1, max: 8 }),
      limit: integer({ min: 1, max: 6 }),
    });
    const property = asyncProperty(shape, async ({ stored, writers, each, limit }) => {
      run += 1;
      const one = await newPerson(api, `One ${run}`);
      const other = await newPerson(api, `Other ${run}`);
      const conversation = await newConversation(api, one, other);
      let last = '';
      for (let n = 0; n < stored; n++) last = await say(one, conversation, `stored ${n}`);
      let isDone = false;
      const write = async (writer: number): Promise<void> => {
        for (let n = 0; n < each; n++) {
          if (writer % 2 === 0) await say(writer % 4 === 0 ? one : other, conversation, `${n}`);
          else {
            await sendMessage(otherPool, {
              caller: { organizationId: one.organizationId, contact: other },
              requestId: undefined,
              body: { conversation_id: conversation, message: `${n}` },
              now: new Date(),
              publicUrl: api.address,
            });
          }
        }
      };
      const writeAll = async (): Promise<void> => {
        await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
        isDone = true;
      };
      const walk = { conversation, limit };
      const [older, newer] = await Promise.all([
        walkOlder(one, walk),
        pollNewer(other, walk, last, () => isDone),
        writeAll(),
      ]);
      const rows = await api.database
        .knex('messages')
        .where({ conversation_id: conversation })
        .orderBy('position', 'desc');
      const ids = rows.map(({ id }) => id as string);
      expect(ids).toHaveLength(stored + writers * each);
      expect(older).toEqual(ids.slice(ids.indexOf(older[0] ?? '')));
      expect(newer).toEqual(ids.slice(0, ids.indexOf(last)).toReversed());
    });
    await assert(property, { numRuns: 15 });
  });
});
