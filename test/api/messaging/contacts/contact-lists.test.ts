import * as fc from 'fast-check';
import { createContact } from '../../../../commands/contacts/create-contact.ts';
import { deleteContact } from '../../../../commands/contacts/delete-contact.ts';
import { callerOf } from '../../../../domain/messaging/caller.ts';
import type { OrganizationId, Principal } from '../../../../domain/principal.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
/** All ids of the directory, newest first. */
const ids: string[] = [];

beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'Kate');
  ids.push(kate.id);
  for (let n = 1; n < 113; n++) ids.unshift(await addContact(api.organizationId, `contact ${n}`));
});
afterAll(() => api.stop());

function system(organizationId: OrganizationId): Principal {
  const noPerson = { teamId: undefined, email: undefined };
  return { organizationId, name: 'system', scope: 'organization', ...noPerson };
}

async function addContact(organizationId: OrganizationId, username: string): Promise<string> {
  const body = { username, phone_number: '12345' };
  const principal = system(organizationId);
  const contact = await createContact(api.database, { principal, body, now: new Date() });
  return contact.id;
}

async function readPage(query: string): Promise<{ ids: string[]; hasMore: boolean }> {
  const { status, json } = await kate.send('GET', `/v1/contacts?${query}`);
  if (status !== 200) throw new Error(`${query}: ${json.message}`);
  return { ids: json.data.map(({ id }: { id: string }) => id), hasMore: json.has_more };
}

describe('"default 10, max 100 via `limit`"', () => {
  it('shows the newest ten, itself one of the directory, and never more than a hundred', async () => {
    expect(await readPage('')).toEqual({ ids: ids.slice(0, 10), hasMore: true });
    expect(await readPage('limit=100')).toEqual({ ids: ids.slice(0, 100), hasMore: true });
    expect(await readPage('limit=100000')).toEqual({ ids: ids.slice(0, 100), hasMore: true });
    expect(await readPage(`limit=100&starting_after=${ids[99]}`)).toEqual({
      ids: ids.slice(100),
      hasMore: false,
    });
  });

  it.each(['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'limit='])(
    'refuses %s with 400',
    async (query) => {
      const { status, json } = await kate.send('GET', `/v1/contacts?${query}`);
      expect([status, json.type]).toEqual([400, 'invalid_request']);
      expect(json.message).toContain('limit');
    },
  );
});

describe('"cursors `starting_after` (next page), `ending_before` (previous page)"', () => {
  it('show all in pages of any size, in both directions, with has_more in the direction walked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 7, max: 60 }), async (limit) => {
        const pages = [];
        let page = await readPage(`limit=${limit}`);
        pages.push(page.ids);
        while (page.hasMore) {
          page = await readPage(`limit=${limit}&starting_after=${page.ids.at(-1)}`);
          pages.push(page.ids);
        }
        expect(pages.flat()).toEqual(ids);
        let first = ids.at(-1) as string;
        const back = [first];
        do {
          page = await readPage(`limit=${limit}&ending_before=${first}`);
          back.unshift(...page.ids);
          first = page.ids[0] as string;
        } while (page.hasMore);
        expect(back).toEqual(ids);
      }),
      { numRuns: 6 },
    );
  });

  it('end at both ends of the list', async () => {
    expect(await readPage(`starting_after=${ids.at(-1)}`)).toEqual({ ids: [], hasMore: false });
    expect(await readPage(`ending_before=${ids[0]}`)).toEqual({ ids: [], hasMore: false });
    expect(await readPage(`limit=3&ending_before=${ids[3]}`)).toEqual({
      ids: ids.slice(0, 3),
      hasMore: false,
    });
  });

  it('refuse both at once, unknown ones and those of other organizations with 400', async () => {
    const foreign = await addContact(await api.newOrganization('foreign'), 'foreign');
    for (const query of [
      `starting_after=${ids[3]}&ending_before=${ids[1]}`,
      'starting_after=unknown',
      'ending_before=',
      'starting_after=%00',
      `starting_after=${foreign}`,
      `starting_after=${ids[1]}&starting_after=${ids[2]}`,
    ]) {
      const { status, json } = await kate.send('GET', `/v1/contacts?${query}`);
      expect([query, status, json.type]).toEqual([query, 400, 'invalid_request']);
    }
  });

  it('neither repeat nor skip what was there while contacts come and go', async () => {
    const { organizationId } = callerOf({ ...system(api.organizationId), contact: kate });
    const gone = await addContact(organizationId, 'goes');
    const there = [...ids];
    const start = await readPage('limit=1');
    expect(start.ids).toEqual([gone]);
    await deleteContact(api.database, {
      principal: system(organizationId),
      requestId: undefined,
      id: gone,
      now: new Date(),
    });
    const seen: string[] = [];
    let page = await readPage(`limit=10&starting_after=${gone}`);
    for (let n = 0; ; n++) {
      seen.push(...page.ids);
      if (!page.hasMore) break;
      const [, next] = await Promise.all([
        addContact(organizationId, `newcomer ${n}`),
        readPage(`limit=10&starting_after=${page.ids.at(-1)}`),
      ]);
      page = next;
    }
    expect(seen).toEqual(there);
  });
});
