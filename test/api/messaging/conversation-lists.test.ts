import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let foreign: Person;
/** Conversations of Kate, the one begun last first. */
const ids: string[] = [];
/** What Kate made of them. */
const made = new Map<string, { muted: boolean; archived: boolean; pinned: boolean }>();

const most = 16;

beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'Kate');
  foreign = await newPerson(api, 'Foreign', await api.newOrganization('foreign'));
  for (let n = 0; n < most; n++) {
    const id = await newConversation(api, kate, await newPerson(api, `person ${n}`));
    const state = { muted: n % 2 === 1, archived: n % 4 > 1, pinned: n % 8 > 3 };
    const { muted: is_muted, pinned: is_pinned } = state;
    const body = { is_muted, is_pinned, archived_at: state.archived ? 705103200 : null };
    await kate.send('PUT', `/v1/conversations/${id}`, { body });
    ids.unshift(id);
    made.set(id, state);
  }
});
afterAll(() => api.stop());

async function read(person: Person, query: string): Promise<{ ids: string[]; hasMore: boolean }> {
  const { status, json } = await person.send('GET', `/v1/conversations?${query}`);
  if (status !== 200) throw new Error(`${query}: ${json.message}`);
  return { ids: json.data.map(({ id }: { id: string }) => id), hasMore: json.has_more };
}

describe('"GET /v1/conversations: list filters limit, muted, archived, pinned, group_id"', () => {
  it('shows all without a filter, archived ones among them, the one begun last first', async () => {
    expect(await read(kate, 'limit=100')).toEqual({ ids, hasMore: false });
    expect(await read(kate, '')).toEqual({ ids: ids.slice(0, 10), hasMore: true });
    expect(await read(foreign, '')).toEqual({ ids: [], hasMore: false });
  });

  const flags = [undefined, true, false];
  const filters = flags.flatMap((muted) =>
    flags.flatMap((archived) => flags.map((pinned) => ({ muted, archived, pinned }))),
  );
  it.each(filters)('shows what is %j, in pages of both directions', async (filter) => {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const query = given.map(([name, value]) => `${name}=${value}`).join('&');
    const expected = ids.filter((id) =>
      given.every(([name, value]) => made.get(id)?.[name as 'muted'] === value),
    );
    const { ids: all } = await read(kate, `${query}&limit=100`);
    expect(all).toEqual(expected);
    const half = Math.ceil(expected.length / 2);
    const first = await read(kate, `${query}&limit=${half}`);
    const second = await read(kate, `${query}&limit=${half}&starting_after=${first.ids.at(-1)}`);
    expect([first.hasMore, second.hasMore]).toEqual([expected.length > half, false]);
    expect([...first.ids, ...second.ids]).toEqual(expected);
    if (second.ids.length === 0) return;
    const back = await read(kate, `${query}&limit=${half}&ending_before=${second.ids[0]}`);
    expect(back).toEqual({ ids: first.ids, hasMore: false });
  });

  it('goes on from a conversation that the filter leaves out', async () => {
    const cursor = ids.find((id) => made.get(id)?.muted === false) as string;
    const expected = ids.slice(ids.indexOf(cursor) + 1).filter((id) => made.get(id)?.muted);
    const { ids: shown } = await read(kate, `muted=true&limit=100&starting_after=${cursor}`);
    expect(shown).toEqual(expected);
  });

  it('shows the conversation of a group; of no group of the caller there is none: 404', async () => {
    const friend = await newPerson(api, 'Friend');
    const body = { name: 'Wet Bandits', contacts: [friend.id] };
    const { json: group } = await friend.send('POST', '/v1/groups', { body });
    expect(await read(friend, `group_id=${group.id}`)).toEqual({
      ids: [group.conversation_id],
      hasMore: false,
    });
    expect((await read(friend, `group_id=${group.id}&muted=true`)).ids).toEqual([]);
    for (const person of [kate, foreign]) {
      const answer = await person.send('GET', `/v1/conversations?group_id=${group.id}`);
      expect(answer.status).toBe(404);
    }
    expect((await kate.send('GET', '/v1/conversations?group_id=unknown')).status).toBe(404);
    await friend.send('DELETE', `/v1/conversations/${group.conversation_id}`);
    expect((await read(friend, `group_id=${group.id}`)).ids).toEqual([]);
  });

  it.each([
    'muted=yes',
    'archived=',
    'pinned=2',
    'archived=true&archived=false',
    'limit=0',
    'limit=ten',
    'group_id=%00',
    'starting_after=unknown',
    'starting_after=',
  ])('refuses %s with 400', async (query) => {
    const { status, json } = await kate.send('GET', `/v1/conversations?${query}`);
    expect([status, json.type]).toEqual([400, 'invalid_request']);
  });

  it('refuses two cursors, and one of somebody else or of another organization, with 400', async () => {
    const elsewhere = await newConversation(
      api,
      await newPerson(api, 'Harry'),
      await newPerson(api, 'Marv'),
    );
    const accomplice = await newPerson(api, 'Accomplice', foreign.organizationId);
    const abroad = await newConversation(api, foreign, accomplice);
    for (const query of [
      `starting_after=${ids[0]}&ending_before=${ids[1]}`,
      `starting_after=${elsewhere}`,
      `ending_before=${abroad}`,
    ]) {
      const { status } = await kate.send('GET', `/v1/conversations?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});
