import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newTalk } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  ({ kate, kevin, conversation } = await newTalk(api));
});
afterAll(() => api.stop());

async function say(person: Person, message = 'Hello'): Promise<string> {
  const body = { conversation_id: conversation, message };
  return (await person.send('POST', '/v1/messages', { body })).json.id;
}
const readAtOf = async (id: string): Promise<Date | null> =>
  (await api.database.knex('messages').where({ id }).first('read_at')).read_at;
const isRead = async (id: string): Promise<boolean> => (await readAtOf(id)) !== null;
const put = (person: Person, id: string, body: unknown) =>
  person.send('PUT', `/v1/messages/${id}`, { body });

describe('"`read_at` is recorded after another member\'s GET by id has been answered"', () => {
  it('"the answer shows the former value"; then it is told, without `updated_at`', async () => {
    const id = await say(kate);
    const before = Math.floor(Date.now() / 1000);
    const first = await kevin.send('GET', `/v1/messages/${id}`);
    expect(first.json.read_at).toBeNull();
    await until('it is read', () => isRead(id));
    const { json } = await kate.send('GET', `/v1/messages/${id}`);
    expect(json.read_at).toBeGreaterThanOrEqual(before);
    expect(json.read_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    expect(json.updated_at).toBeNull();
    const event = await api.database
      .knex('messaging_events')
      .where({ subject_id: id, type: 'message.updated' });
    expect(event).toHaveLength(1);
    expect(JSON.parse(event[0].data)).toMatchObject({ id, read_at: json.read_at });
  });

  it('not by the author, "never by HEAD or 304", nor by a list', async () => {
    const id = await say(kate);
    await kate.send('GET', `/v1/messages/${id}`);
    const { headers } = await kevin.send('HEAD', `/v1/messages/${id}`);
    const ifNoneMatch = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await kevin.send('GET', `/v1/messages/${id}`, ifNoneMatch)).status).toBe(304);
    await kevin.send('GET', '/v1/messages');
    await kevin.send('HEAD', '/v1/messages?mark_read=true');
    await kate.send('GET', '/v1/messages?mark_read=true');
    // Had one of these noted it, it would come before what is noted now.
    const other = await say(kate);
    await kevin.send('GET', `/v1/messages/${other}`);
    await until('the other is read', () => isRead(other));
    expect(await isRead(id)).toBe(false);
  });

  it('keeps the time of the first reading', async () => {
    const group = await say(kate);
    const readAt = Math.floor(Date.now() / 1000) + 120;
    await put(kevin, group, { read_at: readAt });
    await kevin.send('GET', `/v1/messages/${group}`);
    const later = await say(kate);
    await kevin.send('GET', `/v1/messages/${later}`);
    await until('the later is read', () => isRead(later));
    expect(await readAtOf(group)).toEqual(new Date(readAt * 1000));
  });
});

it('"or by a list with `mark_read=true`": what it shows and nothing else', async () => {
  const ids = [await say(kate), await say(kate), await say(kevin), await say(kate)];
  const [oldest = '', second = '', own = '', newest = ''] = ids;
  const path = `/v1/messages?conversation_id=${conversation}&limit=3&mark_read=true`;
  const { data } = (await kevin.send('GET', path)).json;
  expect(data.map(({ id, read_at }: any) => [id, read_at])).toEqual([
    [newest, null],
    [own, null],
    [second, null],
  ]);
  await until('both are read', async () => (await isRead(newest)) && (await isRead(second)));
  expect([await isRead(oldest), await isRead(own)]).toEqual([false, false]);
});

describe('"or by PUT `read_at`"', () => {
  it('by other members, as integer seconds, in a form and in JSON', async () => {
    for (const person of [kate, kevin]) {
      const id = await say(person);
      const reader = person === kate ? kevin : kate;
      // The clock of a reader may be ahead.
      const readAt = Math.floor(Date.now() / 1000) + 120;
      const form = new URLSearchParams({ read_at: `${readAt}` });
      const { status, json } = await reader.sendForm('PUT', `/v1/messages/${id}`, form);
      expect([status, json.read_at, json.updated_at]).toEqual([200, readAt, null]);
      const again = await put(reader, id, { read_at: readAt - 60 });
      expect(again.json.read_at).toBe(readAt);
    }
  });

  it.each([0, 1000, 1_700_000_000])(
    'takes %i, before the message was, as when it was written',
    async (readAt) => {
      const id = await say(kate);
      const { status, json } = await put(kevin, id, { read_at: readAt });
      expect([status, json.read_at]).toEqual([200, json.created_at]);
    },
  );

  it('refuses the author with 403, and other things than a time that has come with 400', async () => {
    const id = await say(kate);
    expect((await put(kate, id, { read_at: 1_700_000_000 })).status).toBe(403);
    const ahead = Math.floor(Date.now() / 1000) + 3600;
    for (const value of [null, '', 'now', -1, 1.5, ahead, Date.now(), true, [], 1e300]) {
      const { status, json } = await put(kevin, id, { read_at: value });
      expect([value, status, json.message]).toEqual([
        value,
        400,
        expect.stringContaining('read_at'),
      ]);
    }
    expect(await isRead(id)).toBe(false);
  });
});
