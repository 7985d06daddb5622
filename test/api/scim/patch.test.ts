import { patchOf, scim, scimUser } from '../../support/builders/scim.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

let made = 0;
async function newUser(more: object = {}): Promise<string> {
  const { json } = await scim(api, 'POST', '/Users', {
    ...scimUser(`user-${++made}@example.com`),
    ...more,
  });
  return json.id;
}

async function newGroup(...ids: string[]): Promise<string> {
  const members = ids.map((value) => ({ value }));
  const group = { displayName: `Group ${++made}`, members };
  return (await scim(api, 'POST', '/Groups', group)).json.id;
}

const patch = (id: string, ...operations: object[]): Promise<TestAnswer> =>
  scim(api, 'PATCH', `/Users/${id}`, patchOf(...operations));
const patchGroup = async (id: string, ...operations: object[]): Promise<TestAnswer> =>
  scim(api, 'PATCH', `/Groups/${id}`, patchOf(...operations));
const idsOf = ({ json }: TestAnswer): string[] =>
  (json.members ?? []).map(({ value }: { value: string }) => value);

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('PATCH as RFC 7644 §3.5.2 shows it', () => {
  it('adds members, and adds those that are members already once', async () => {
    const [babs, john] = [await newUser(), await newUser()];
    const group = await newGroup();
    const add = {
      op: 'add',
      path: 'members',
      value: [{ display: 'Babs Jensen', $ref: `../Users/${babs}`, value: babs }],
    };
    expect(idsOf(await patchGroup(group, add))).toEqual([babs]);
    expect(idsOf(await patchGroup(group, add))).toEqual([babs]);
    const both = await patchGroup(group, { op: 'add', value: { members: [{ value: john }] } });
    expect(idsOf(both).toSorted()).toEqual([babs, john].toSorted());
    const { json } = await scim(api, 'GET', `/Users/${john}`);
    expect(json.groups).toEqual([
      { value: group, display: both.json.displayName, type: 'direct', $ref: expect.any(String) },
    ]);
  });

  it('adds attributes without a path', async () => {
    const id = await newUser();
    const value = {
      emails: [{ value: 'babs@jensen.org', type: 'home' }],
      nickname: 'Babs',
    };
    const { json } = await patch(id, { op: 'add', value });
    expect(json).toMatchObject({ nickName: 'Babs', emails: [{ type: 'work' }, value.emails[0]] });
  });

  it('removes one member, all members, and a value that a filter selects', async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    const group = await newGroup(...users);
    const one = await patchGroup(group, { op: 'remove', path: `members[value eq "${users[0]}"]` });
    expect(idsOf(one)).toHaveLength(2);
    expect(idsOf(await patchGroup(group, { op: 'remove', path: 'members' }))).toEqual([]);
    const emails = [
      { value: 'a@example.com', type: 'work', primary: true },
      { value: 'b@example.org', type: 'home' },
    ];
    const id = await newUser({ emails });
    const path = 'emails[type eq "home" and value ew "example.org"]';
    expect((await patch(id, { op: 'remove', path })).json.emails).toEqual([emails[0]]);
  });

  it('replaces members, a selected address, and one part of it', async () => {
    const [first, second] = [await newUser(), await newUser()];
    const group = await newGroup(first);
    const members = [{ value: second }];
    const replaced = await patchGroup(group, { op: 'replace', path: 'members', value: members });
    expect(idsOf(replaced)).toEqual([second]);
    const id = await newUser({ addresses: [{ type: 'work', country: 'DE' }, { type: 'home' }] });
    const address = { type: 'work', streetAddress: '911 Universal City Plaza' };
    const path = 'addresses[type eq "work"]';
    const whole = await patch(id, { op: 'replace', path, value: address });
    expect(whole.json.addresses).toEqual([{ ...address, country: 'DE' }, { type: 'home' }]);
    const part = { op: 'replace', path: `${path}.streetAddress`, value: '1010 Broadway Ave' };
    expect((await patch(id, part)).json.addresses[0].streetAddress).toBe('1010 Broadway Ave');
  });

  it('moves the primary mark to the value that gets it', async () => {
    const id = await newUser();
    const value = [{ value: 'fresh@example.com', primary: true }];
    const { json } = await patch(id, { op: 'add', path: 'emails', value });
    expect(json.emails.map(({ primary }: any) => primary)).toEqual([false, true]);
    const path = 'emails[type eq "work"].primary';
    const back = await patch(id, { op: 'replace', path, value: true });
    expect(back.json.emails.map(({ primary }: any) => primary)).toEqual([true, false]);
  });

  it('changes all or nothing', async () => {
    const id = await newUser({ title: 'before' });
    const answer = await patch(
      id,
      { op: 'replace', path: 'title', value: 'after' },
      { op: 'replace', path: 'shoeSize', value: 42 },
    );
    expect(answer.json).toMatchObject({ status: '400', scimType: 'invalidPath' });
    const { json } = await scim(api, 'GET', `/Users/${id}`);
    expect([json.title, json.meta.version]).toEqual(['before', 'W/"1"']);
  });
});

describe('PATCH as Microsoft Entra and Okta send it', () => {
  it('takes operations in capitals, texts as flags, paths as names and values that are missing', async () => {
    const id = await newUser();
    const second = await patch(
      id,
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'Entra' },
      {
        op: 'Add',
        value: {
          displayName: 'E',
          'name.givenName': 'Ada',
          [`${enterprise}:department`]: 'Data',
          'phoneNumbers[type eq "work"].value': '+1 555',
        },
      },
      { op: 'Add', path: `${enterprise}:manager`, value: 'the-manager' },
      { op: 'Replace', path: 'active', value: 'True' },
    );
    expect(second.json).toMatchObject({
      emails: [{ type: 'work' }, { type: 'home', value: 'home@example.com' }],
      name: { familyName: 'Entra', givenName: 'Ada' },
      displayName: 'E',
      active: true,
      phoneNumbers: [{ type: 'work', value: '+1 555' }],
      [enterprise]: { department: 'Data', manager: { value: 'the-manager' } },
    });
    const removed = await patch(id, { op: 'Remove', path: `${enterprise}:manager` });
    expect(removed.json[enterprise]).toEqual({ department: 'Data' });
  });

  it('removes the members that Entra names in the value', async () => {
    const [first, second] = [await newUser(), await newUser()];
    const group = await newGroup(first, second);
    const value = [{ value: first }];
    const answer = await patchGroup(group, { op: 'Remove', path: 'members', value });
    expect(idsOf(answer)).toEqual([second]);
  });

  it('ignores the id that Okta repeats', async () => {
    const group = await newGroup();
    const value = { id: group, displayName: `Okta ${made}` };
    const answer = await patchGroup(group, { op: 'replace', value });
    expect([answer.status, answer.json.displayName]).toEqual([200, value.displayName]);
  });
});

describe('refused changes', () => {
  it.each([
    ['no operations', {}, 'invalidSyntax'],
    ['an unknown verb', { op: 'move', path: 'title' }, 'invalidSyntax'],
    ['an unknown path', { op: 'add', path: 'shoe', value: 1 }, 'invalidPath'],
    ['an unknown part', { op: 'add', path: 'name.shoe', value: 1 }, 'invalidPath'],
    ['a malformed path', { op: 'add', path: 'emails[type', value: 1 }, 'invalidPath'],
    ['a malformed filter', { op: 'remove', path: 'emails[type xx "a"]' }, 'invalidPath'],
    ['an unknown part in a filter', { op: 'remove', path: 'emails[shoe pr]' }, 'invalidFilter'],
    ['a filter on a text', { op: 'remove', path: 'title[x pr]' }, 'invalidPath'],
    ['no path', { op: 'remove' }, 'noTarget'],
    ['no match', { op: 'replace', path: 'ims[type eq "x"].value', value: 'x' }, 'noTarget'],
    ['no value', { op: 'add', path: 'title' }, 'invalidValue'],
    ['a value of another type', { op: 'add', path: 'title', value: 5 }, 'invalidValue'],
    ['the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ['groups of a user', { op: 'add', path: 'groups', value: [] }, 'mutability'],
    ['the times', { op: 'replace', path: 'meta.created', value: 'x' }, 'mutability'],
    ['the name away', { op: 'remove', path: 'userName' }, 'mutability'],
  ])('%s', async (_, operation, scimType) => {
    const id = await newUser();
    const { json } = await patch(id, operation);
    expect(json).toMatchObject({ status: '400', scimType });
  });

  it('the user of a membership, unknown users and groups within groups', async () => {
    const [first, second] = [await newUser(), await newUser()];
    const group = await newGroup(first);
    const path = `members[value eq "${first}"].value`;
    const exchanged = await patchGroup(group, { op: 'replace', path, value: second });
    expect(exchanged.json).toMatchObject({ status: '400', scimType: 'mutability' });
    for (const value of [[{ value: group }], [{ value: 'x' }], [{ value: first, type: 'Group' }]]) {
      const { json } = await patchGroup(group, { op: 'add', path: 'members', value });
      expect(json).toMatchObject({ status: '400', scimType: 'invalidValue' });
    }
  });

  it('more members than a group can have', async () => {
    const members = Array.from({ length: 100_000 }, () => ({ value: 'x' }));
    const answer = await scim(api, 'POST', '/Groups', { displayName: 'All', members });
    expect(answer.json).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect(answer.headers.get('content-type')).toContain('application/scim+json');
  });
});
