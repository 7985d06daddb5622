import { assert, asyncProperty } from 'fast-check';
import { listScimResources } from '../../../db/views/scim/list-resources.ts';
import { matchesElement } from '../../../domain/scim/filter/match-filter.ts';
import { parseFilter } from '../../../domain/scim/filter/parse-filter.ts';
import { findTarget, userType } from '../../../domain/scim/schemas/resource-types.ts';
import { scim, scimUser } from '../../support/builders/scim.ts';
import { filterArbitrary, writeFilter } from '../../support/builders/scim-filters.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
const ids: Record<string, string> = {};
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const people: Record<string, object> = {
  bjensen: {
    title: 'Tour Guide',
    userType: 'Employee',
    name: { familyName: "O'Malley", givenName: 'Barbara' },
    emails: [
      { value: 'bjensen@example.com', type: 'work', primary: true },
      { value: 'babs@jensen.org', type: 'home' },
    ],
    [enterprise]: { department: 'Tours', manager: { value: 'someone' } },
  },
  jsmith: {
    userType: 'Intern',
    name: { familyName: 'Smith' },
    emails: [{ value: 'jsmith@EXAMPLE.org', type: 'work' }],
    active: false,
    externalId: 'X-1',
  },
  Jane: { userType: 'Employee', nickName: 'J%_\\', externalId: 'x-1' },
};

beforeAll(async () => {
  api = await startApi();
  for (const [userName, more] of Object.entries(people)) {
    const { json } = await scim(api, 'POST', '/Users', { ...scimUser(userName), ...more });
    ids[userName] = json.id;
  }
  const members = [{ value: ids['bjensen'] }, { value: ids['Jane'] }];
  ids['group'] = (await scim(api, 'POST', '/Groups', { displayName: 'Guides', members })).json.id;
});
afterAll(() => api.stop());

const list = (filter: string, more = '') =>
  scim(api, 'GET', `/Users?filter=${encodeURIComponent(filter)}&sortBy=userName${more}`);

describe('filters of SCIM', () => {
  // The examples of RFC 7644 §3.4.2.2 on people of our own.
  it.each([
    ['userName Eq "BJENSEN"', ['bjensen']],
    ['name.familyName co "O\'Malley"', ['bjensen']],
    ['userName sw "J"', ['Jane', 'jsmith']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', ['Jane', 'jsmith']],
    ['title pr', ['bjensen']],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', ['bjensen', 'Jane', 'jsmith']],
    ['meta.lastModified lt "2011-05-13T04:42:34Z"', []],
    ['title pr and userType eq "Employee"', ['bjensen']],
    ['title pr or userType eq "Intern"', ['bjensen', 'jsmith']],
    ['schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"', ['bjensen']],
    [
      'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
      ['bjensen'],
    ],
    ['userType ne "Employee" and not (emails co "example.com" or emails.value co "x")', []],
    ['userType eq "Employee" and (emails.type eq "work")', ['bjensen']],
    ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', ['bjensen']],
    [
      'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
      ['bjensen'],
    ],
    ['emails[type eq "home" and value co "@example.com"]', []],
    ['active eq false', ['jsmith']],
    ['active eq "False"', ['jsmith']],
    ['active ne false', ['bjensen', 'Jane']],
    ['externalId eq "x-1"', ['Jane']],
    ['externalId co "-1"', ['Jane', 'jsmith']],
    ['emails eq null', ['Jane']],
    ['not (emails pr)', ['Jane']],
    [`${enterprise}:department eq "tours"`, ['bjensen']],
    [`${enterprise}:manager eq "someone"`, ['bjensen']],
    [`${enterprise}:manager.value pr`, ['bjensen']],
    ['nickName co "%_\\\\"', ['Jane']],
    ['nickName co "_%"', []],
    ['userName ew "SEN" or userName le "ja"', ['bjensen']],
    ['groups.display eq "guides"', ['bjensen', 'Jane']],
    ['title eq "x\\"; drop table scim_resources; --"', []],
    ['title eq "\' or 1=1 --"', []],
    ['title eq "?" or userName eq "??"', []],
  ])('%s', async (filter, names) => {
    const { status, json } = await list(filter);
    expect([status, json.Resources?.map(({ userName }: any) => userName)]).toEqual([200, names]);
    expect(json.totalResults).toBe(names.length);
  });

  it('finds groups by their members', async () => {
    const total = async (filter: string) =>
      (await scim(api, 'GET', `/Groups?filter=${encodeURIComponent(filter)}`)).json.totalResults;
    expect(await total(`members eq "${ids['Jane']}"`)).toBe(1);
    expect(await total(`members[value eq "${ids['Jane']}"] and displayName eq "guides"`)).toBe(1);
    expect(await total(`members.value eq "${ids['jsmith']}"`)).toBe(0);
    expect(await total('members.value eq "nobody"')).toBe(0);
    expect(await total(`members.$ref ew "${ids['Jane']}"`)).toBe(1);
    expect(await total('members.value ne "x" and members.type eq "user"')).toBe(1);
  });

  it.each([
    'shoeSize eq 4',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName like "x"',
    'userName eq "x',
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'not userName eq "x"',
    'emails[type eq "work"',
    'emails[type eq "work"].value eq "x"',
    'emails[emails[type pr]]',
    'emails[shoe pr]',
    'name[familyName pr]',
    'name eq "x"',
    'addresses eq "x"',
    'active gt true',
    'active eq "maybe"',
    'meta.created gt "yesterday"',
    'meta.created co "2026"',
    'userName eq 5',
    'userName gt null',
    'userName eq "\\u0000"',
    'userName eq "\\x"',
    `${'('.repeat(100)}userName pr${')'.repeat(100)}`,
    '('.repeat(7_000),
    Array.from({ length: 300 }, () => 'title pr').join(' or '),
    "userName eq 'x'",
    'userName; drop table x',
  ])('refuses %p with invalidFilter', async (filter) => {
    const { status, json } = await list(filter);
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ status: '400', scimType: 'invalidFilter' }),
    ]);
  });

  it('agrees in Postgres and in memory on any filter in brackets', async () => {
    const target = findTarget(userType, 'emails');
    if (!target) throw new Error('no emails');
    const queried = { type: userType, baseUrl: '' };
    await assert(
      asyncProperty(filterArbitrary, async (generated) => {
        const text = writeFilter(generated);
        const inner = parseFilter(text);
        expect(inner).toEqual(generated);
        const query = { sortBy: 'userName', descending: false, offset: 0, limit: 10 };
        const filter = parseFilter(`emails[${text}]`);
        const found = await listScimResources(api.database.knex, api.organizationId, queried, {
          ...query,
          filter,
        });
        const expected = Object.entries(people).filter(([, { emails = [] }]: [string, any]) =>
          emails.some((each: any) => matchesElement(target.attribute, each, inner)),
        );
        const names = found.resources.map(({ body }) => body['userName']);
        expect(names.toSorted()).toEqual(expected.map(([name]) => name).toSorted());
      }),
      { numRuns: 150 },
    );
  });
});

describe('lists of SCIM', () => {
  const names = async (query: string): Promise<string[]> =>
    (await scim(api, 'GET', `/Users?${query}`)).json.Resources.map(({ userName }: any) => userName);

  it('are sorted without regard to case, people without a value last', async () => {
    expect(await names('sortBy=userName')).toEqual(['bjensen', 'Jane', 'jsmith']);
    expect(await names('sortBy=name.familyName&sortOrder=descending')).toEqual([
      'Jane',
      'jsmith',
      'bjensen',
    ]);
    expect(await names('sortBy=emails')).toEqual(['bjensen', 'jsmith', 'Jane']);
    expect(await names(`sortBy=${enterprise}:department`)).toHaveLength(3);
    const refused = await scim(api, 'GET', '/Users?sortBy=shoe');
    expect(refused.json).toMatchObject({ status: '400', scimType: 'invalidPath' });
    const order = await scim(api, 'GET', '/Users?sortBy=userName&sortOrder=up');
    expect(order.json).toMatchObject({ status: '400', scimType: 'invalidValue' });
  });

  it('have pages; bounds below the smallest ones are the smallest ones', async () => {
    expect(await names('sortBy=userName&startIndex=2&count=1')).toEqual(['Jane']);
    expect(await names('sortBy=userName&startIndex=-5&count=1')).toEqual(['bjensen']);
    const { json, headers } = await scim(api, 'GET', '/Users?count=-1');
    expect(json).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
    expect(headers.get('x-total-count')).toBe('3');
    const past = await scim(api, 'GET', '/Users?startIndex=9999999999');
    expect(past.json).toMatchObject({ totalResults: 3, Resources: [] });
  });

  it('can be asked for in a body, also of all types', async () => {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'];
    const all = await scim(api, 'POST', '/.search', {
      schemas,
      filter: 'userName sw "b" or displayName sw "gui"',
      attributes: ['displayName', 'userName'],
    });
    expect(all.json.Resources).toEqual([
      { id: ids['bjensen'], schemas: expect.anything(), userName: 'bjensen' },
      { id: ids['group'], schemas: expect.anything(), displayName: 'Guides' },
    ]);
    const unknown = await scim(api, 'POST', '/.search', { schemas, filter: 'shoe pr' });
    expect(unknown.json).toMatchObject({ status: '400', scimType: 'invalidFilter' });
    const every = await scim(api, 'POST', '/.search', { schemas, startIndex: 3, count: 2 });
    expect(every.json).toMatchObject({ totalResults: 4, startIndex: 3, itemsPerPage: 2 });
    expect(every.json.Resources.map(({ meta }: any) => meta.resourceType)).toEqual([
      'User',
      'Group',
    ]);
    const groups = await scim(api, 'POST', '/Groups/.search', { filter: 'displayName pr' });
    expect(groups.json.Resources[0].members).toHaveLength(2);
    const wrong = await scim(api, 'POST', '/Users/.search', { count: 'many' });
    expect(wrong.json).toMatchObject({ status: '400', scimType: 'invalidValue' });
  });

  it('leave the members out when the client asks for that', async () => {
    const { json } = await scim(api, 'GET', '/Groups?excludedAttributes=members');
    expect(json.Resources[0].displayName).toBe('Guides');
    expect(json.Resources[0].members).toBeUndefined();
    const both = await scim(api, 'GET', '/Groups?excludedAttributes=members&attributes=id');
    expect(both.json).toMatchObject({ status: '400' });
  });
});
