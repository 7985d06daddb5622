import { array, asyncProperty, assert, constantFrom, nat, record } from 'fast-check';
import { insertConversationMembers } from '../../../../db/tables/messaging/conversation-members.ts';
import {
  nextPosition,
  transactMessaging,
} from '../../../../db/tables/messaging/messaging-heads.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import {
  newConversation,
  newGroupConversation,
  newPerson,
} from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let people: [Person, Person, Person];
beforeAll(async () => {
  api = await startApi();
  people = [
    await newPerson(api, 'KateMcCallister'),
    await newPerson(api, 'Kevin'),
    await newPerson(api, 'Buzz'),
  ];
});
afterAll(() => api.stop());

const post = (person: Person, conversation: string, message = 'Hello') =>
  person.send('POST', '/v1/messages', { body: { conversation_id: conversation, message } });

type Count = { contact_id: string; unread: number };

/** Unread messages of each member, as they are kept. */
async function keptCounts(conversation: string): Promise<Count[]> {
  const { rows } = await api.database.knex.raw(
    `select m.contact_id, c.message_count - m.read_count as unread
    from conversation_members m join conversations c on c.id = m.conversation_id
    where c.id = ? order by m.contact_id`,
    [conversation],
  );
  return rows;
}

/** The same, counted from the messages. */
async function recounted(conversation: string): Promise<Count[]> {
  const { rows } = await api.database.knex.raw(
    `select o.contact_id, count(m.id) filter (where m.contact_id <> o.contact_id and m.position > o.joined_position
        and not exists (select from message_reads r where r.message_id = m.id and r.contact_id = o.contact_id)) as unread
    from conversation_members o left join messages m on m.conversation_id = o.conversation_id
    where o.conversation_id = ? group by o.contact_id order by o.contact_id`,
    [conversation],
  );
  return rows;
}

async function join(conversation: string, { organizationId, id }: Person): Promise<void> {
  await transactMessaging(api.database, organizationId, async (tx) => {
    const position = await nextPosition(tx, organizationId);
    const key = { organizationId, conversationId: conversation };
    await insertConversationMembers(tx, key, [id], position);
  });
}

async function leave(conversation: string, { organizationId, id }: Person): Promise<void> {
  await transactMessaging(api.database, organizationId, async (tx) => {
    await tx('conversation_members')
      .where({ organization_id: organizationId, conversation_id: conversation, contact_id: id })
      .delete();
  });
}

describe('unread counts on conversations', () => {
  it('two messages of one author that come together both count', async () => {
    const [kate, kevin, buzz] = people;
    const conversation = await newGroupConversation(api, [kate, kevin, buzz]);
    const answers = await Promise.all([
      post(kate, conversation),
      post(kate, conversation),
      post(kevin, conversation),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const unread = new Map(
      (await keptCounts(conversation)).map((count) => [count.contact_id, count.unread]),
    );
    expect([kate, kevin, buzz].map(({ id }) => unread.get(id))).toEqual([1, 2, 3]);
    const stored = await api.database.knex('conversations').where({ id: conversation }).first();
    expect(stored.message_count).toBe(3);
  });

  it('what was written before somebody joined counts as read, also when it is read or deleted later', async () => {
    const [kate, kevin, buzz] = people;
    const conversation = await newGroupConversation(api, [kate, kevin]);
    const unread = async (): Promise<unknown[]> => {
      const counts = await keptCounts(conversation);
      return [kate, kevin, buzz].map(
        ({ id }) => counts.find((each) => each.contact_id === id)?.unread,
      );
    };
    const before = [await post(kate, conversation), await post(kevin, conversation)];
    const [ofKate, ofKevin] = before.map(({ json }) => `/v1/messages/${json.id}`);
    await join(conversation, buzz);
    expect(await unread()).toEqual([1, 1, 0]);
    await post(kate, conversation);
    expect(await unread()).toEqual([1, 2, 1]);
    await buzz.send('PUT', ofKate ?? '', { body: { read_at: 1_700_000_000 } });
    expect(await unread()).toEqual([1, 2, 1]);
    await kate.send('DELETE', ofKate ?? '');
    expect(await unread()).toEqual([1, 1, 1]);
    await kate.send('DELETE', ofKevin ?? '');
    expect(await unread()).toEqual([0, 1, 1]);
  });

  it('equal a recount after whatever was done, several things at a time', async () => {
    const what = constantFrom('post', 'get', 'put', 'mark', 'delete', 'join', 'leave');
    const step = record({ what, who: nat(2), which: nat(20) });
    const property = asyncProperty(
      array(array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
      async (rounds) => {
        const conversation = await newGroupConversation(api, people);
        const ids: string[] = [];
        const act = async (action: { what: string; who: number; which: number }): Promise<void> => {
          const person = people[action.who] ?? people[0];
          const path = `/v1/messages/${ids[action.which % Math.max(ids.length, 1)] ?? 'none'}`;
          if (action.what === 'get') await person.send('GET', path);
          if (action.what === 'put')
            await person.send('PUT', path, { body: { read_at: 1_700_000_000 } });
          if (action.what === 'mark') {
            const list = `/v1/messages?conversation_id=${conversation}&limit=3&mark_read=true`;
            await person.send('GET', list);
          }
          if (action.what === 'delete') await person.send('DELETE', path);
          // The one who began it stays, so that the conversation is not left alone.
          if (action.what === 'join') await join(conversation, person);
          if (action.what === 'leave' && action.who > 0) await leave(conversation, person);
          if (action.what === 'post') {
            const { status, json } = await post(person, conversation);
            if (status === 200) ids.push(json.id);
          }
        };
        for (const round of [[{ what: 'post', who: 0, which: 0 }], ...rounds]) {
          const results = await Promise.allSettled(round.map(act));
          expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
        }
        // What follows an answer may still go on.
        await until(
          'counts are those of a recount',
          async () =>
            JSON.stringify(await keptCounts(conversation)) ===
            JSON.stringify(await recounted(conversation)),
          15_000,
        );
        const { message_count: kept } = await api.database
          .knex('conversations')
          .where({ id: conversation })
          .first();
        const stored = await api.database.knex('messages').where({ conversation_id: conversation });
        expect(kept).toBe(stored.length);
      },
    );
    await assert(property, { numRuns: 25 });
  });
});

it('the conversation tells them', async () => {
  const [kate, kevin, buzz] = people;
  const conversation = await newGroupConversation(api, [kate, kevin, buzz]);
  const unread = async (person: Person): Promise<number> =>
    (await person.send('GET', `/v1/conversations/${conversation}`)).json.unread_count;
  const { json: first } = await post(kate, conversation);
  await post(kate, conversation);
  expect([await unread(kate), await unread(kevin), await unread(buzz)]).toEqual([0, 2, 2]);
  await kevin.send('GET', `/v1/messages/${first.id}`);
  await until('one is read', async () => (await unread(kevin)) === 1);
  await kate.send('DELETE', `/v1/messages/${first.id}`);
  expect([await unread(kate), await unread(kevin), await unread(buzz)]).toEqual([0, 1, 1]);
});

describe('a conversation that is deleted while members write to it', () => {
  it('each message is stored before it, or answered with 404: none is left that somebody was told of later', async () => {
    for (let round = 0; round < 10; round++) {
      const [kate, kevin, buzz] = people;
      const conversation = await newGroupConversation(api, [kate, kevin, buzz]);
      const writers = people.flatMap((person) =>
        Array.from({ length: 4 }, async () => {
          const statuses = [];
          for (let n = 0; n < 3; n++) statuses.push((await post(person, conversation)).status);
          return statuses;
        }),
      );
      const path = `/v1/conversations/${conversation}`;
      // Later in each round, so that it comes between them.
      const deleted = until('some messages are stored', async () => {
        const { message_count: stored } = await api.database
          .knex('conversations')
          .where({ id: conversation })
          .first();
        return stored >= round;
      }).then(() => kate.send('DELETE', path));
      const statuses = await Promise.all(writers);
      expect((await deleted).status).toBe(200);
      // Once one is refused, so are all that follow.
      for (const each of statuses) expect(each.toSorted()).toEqual(each);
      expect(statuses.flat().every((status) => status === 200 || status === 404)).toBe(true);
      const told = await api.database
        .knex('messaging_events')
        .where({ conversation_id: conversation })
        .orderBy('position');
      expect(told.at(-1)?.type).toBe('conversation.deleted');
      const { message_count: count } = await api.database
        .knex('conversations')
        .where({ id: conversation })
        .first();
      expect(count).toBe(statuses.flat().filter((status) => status === 200).length);
      expect((await post(buzz, conversation)).status).toBe(404);
      expect((await buzz.send('GET', `/v1/messages?conversation_id=${conversation}`)).status).toBe(
        404,
      );
    }
  });
});

it('last_active_at of a conversation is the time of its last message', async () => {
  const [kate, , buzz] = people;
  const conversation = await newConversation(api, kate, buzz);
  const { json } = await post(kate, conversation);
  const stored = await api.database.knex('conversations').where({ id: conversation }).first();
  expect(Math.floor(stored.last_active_at.getTime() / 1000)).toBe(json.created_at);
});
