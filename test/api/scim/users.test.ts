import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { scim, scimUser } from '../../support/builders/scim.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('users of SCIM', () => {
  it('creates the user of RFC 7644 §3.3, and answers it as §3.4.1 shows', async () => {
    const created = await scim(api, 'POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'bjensen',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    });
    expect(created.status).toBe(201);
    const { id, meta } = created.json;
    expect(created.headers.get('location')).toBe(meta.location);
    expect(created.headers.get('etag')).toBe('W/"1"');
    expect(created.headers.get('content-type')).toContain('application/scim+json');
    const read = await scim(api, 'GET', `/Users/${id}`);
    expect(read.json).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      externalId: 'bjensen',
      userName: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      meta: {
        resourceType: 'User',
        created: meta.created,
        lastModified: meta.created,
        location: `${api.address}/api/scim/v2/Users/${id}`,
        version: 'W/"1"',
      },
    });
    const cached = await scim(api, 'GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' });
    expect(cached.status).toBe(304);
  });

  it('refuses a second user with the same name or address in any case, in the form of the standard', async () => {
    await scim(api, 'POST', '/Users', scimUser('twice@example.com'));
    const name = await scim(api, 'POST', '/Users', { ...scimUser('Twice@Example.com') });
    expect(name.status).toBe(409);
    expect(name.json).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '409',
      scimType: 'uniqueness',
      detail: 'Another User has this userName.',
    });
    const emails = [{ value: 'TWICE@example.com' }];
    const address = await scim(api, 'POST', '/Users', { ...scimUser('other'), emails });
    expect(address.json).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  it('replaces attributes only in the version that the client has read', async () => {
    const { json: user } = await scim(api, 'POST', '/Users', scimUser('etag@example.com'));
    const body = { ...scimUser('etag@example.com'), nickName: 'Etta' };
    const stale = await scim(api, 'PUT', `/Users/${user.id}`, body, { 'if-match': 'W/"7"' });
    expect(stale.json).toMatchObject({ status: '412' });
    const written = await scim(api, 'PUT', `/Users/${user.id}`, body, { 'if-match': 'W/"1"' });
    expect(written.json).toMatchObject({ nickName: 'Etta', meta: { version: 'W/"2"' } });
    const deleted = await scim(api, 'DELETE', `/Users/${user.id}`, undefined, {
      'if-match': 'W/"2"',
    });
    expect(deleted.status).toBe(204);
    expect((await scim(api, 'GET', `/Users/${user.id}`)).json).toMatchObject({ status: '404' });
  });

  it.each([
    ['no name', {}, 'invalidValue'],
    ['an empty name', { userName: ' ' }, 'invalidValue'],
    ['a name that is no text', { userName: 5 }, 'invalidValue'],
    ['a list that is none', { userName: 'x', emails: 'x@example.com' }, 'invalidValue'],
    ['an address that is none', { userName: 'x', emails: [{ value: 'x' }] }, 'invalidValue'],
    [
      'two primary addresses',
      {
        userName: 'x',
        emails: ['a', 'b'].map((name) => ({ value: `${name}@example.com`, primary: true })),
      },
      'invalidValue',
    ],
    ['another schema', { schemas: ['urn:x'], userName: 'x' }, 'invalidValue'],
    ['a long text', { userName: 'x', title: 'x'.repeat(10_001) }, 'invalidValue'],
    ['a flag that is none', { userName: 'x', active: 'maybe' }, 'invalidValue'],
  ])('refuses a user with %s', async (_, body, scimType) => {
    const answer = await scim(api, 'POST', '/Users', body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ status: '400', scimType });
  });

  it('ignores passwords, unknown attributes and read-only ones', async () => {
    const given = { ...scimUser('extra@example.com'), password: 'secret', id: 'x', shoe: 42 };
    const { status, json } = await scim(api, 'POST', '/Users', given);
    expect(status).toBe(201);
    expect(Object.keys(json).toSorted()).toEqual(['emails', 'id', 'meta', 'schemas', 'userName']);
    const { rows } = await api.database.knex.raw('select body::text as body from scim_resources');
    expect(rows.some(({ body }: { body: string }) => body.includes('secret'))).toBe(false);
  });

  it('selects attributes', async () => {
    const { json: user } = await scim(api, 'POST', '/Users', {
      ...scimUser('select@example.com'),
      name: { givenName: 'Sela', familyName: 'Ect' },
    });
    const some = await scim(api, 'GET', `/Users/${user.id}?attributes=name.givenName,USERNAME`);
    expect(some.json).toEqual({
      schemas: user.schemas,
      id: user.id,
      name: { givenName: 'Sela' },
      userName: 'select@example.com',
    });
    const rest = await scim(
      api,
      'GET',
      `/Users/${user.id}?excludedAttributes=name,meta,id,emails.type`,
    );
    expect(rest.json).toEqual({
      schemas: user.schemas,
      id: user.id,
      userName: 'select@example.com',
      emails: [{ value: 'select@example.com', primary: true }],
    });
  });

  it('have their names and addresses in the audit trail, also after their deletion', async () => {
    const email = 'nora@example.com';
    const { json: user } = await scim(api, 'POST', '/Users', { ...scimUser('Nora@example.com') });
    await scim(api, 'PUT', `/Users/${user.id}`, { ...scimUser(email), displayName: 'Nora N' });
    const { json: group } = await scim(api, 'POST', '/Groups', { displayName: 'Sailors' });
    await scim(api, 'DELETE', `/Users/${user.id}`);
    const { json: log } = await api.send('GET', '/api/audit?kind=scim-user,scim-group&limit=4');
    const ofUser = { subject: user.id, links: { subject: `/api/scim/v2/Users/${user.id}` } };
    expect(log).toMatchObject([
      { ...ofUser, type: 'ScimUserDeleted', subjectName: 'Nora N', data: { email } },
      {
        type: 'ScimGroupCreated',
        subjectName: 'Sailors',
        data: { name: 'Sailors' },
        links: { subject: `/api/scim/v2/Groups/${group.id}`, before: null, after: null },
      },
      {
        ...ofUser,
        type: 'ScimUserUpdated',
        subjectName: 'Nora N',
        data: { name: 'Nora N', email },
      },
      { ...ofUser, type: 'ScimUserCreated', subjectName: 'Nora@example.com', data: { email } },
    ]);
    expect((await api.send('GET', log[1].links.subject)).json.displayName).toBe('Sailors');
  });

  it('are seen by their organization only', async () => {
    const { json: user } = await scim(api, 'POST', '/Users', scimUser('own@example.com'));
    const organizationId = await api.newOrganization('other');
    const { text: key } = await api.newKey('organization', { organizationId });
    const ask = (method: string, path: string, body?: object) =>
      api.send(method, `/api/scim/v2${path}`, { key, body });
    expect((await ask('GET', '/Users')).json.totalResults).toBe(0);
    for (const method of ['GET', 'DELETE']) {
      expect((await ask(method, `/Users/${user.id}`)).status).toBe(404);
    }
    const put = await ask('PUT', `/Users/${user.id}`, scimUser('own@example.com'));
    expect(put.status).toBe(404);
    const members = [{ value: user.id }];
    const group = await ask('POST', '/Groups', { displayName: 'Theirs', members });
    expect(group.json).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect((await ask('POST', '/Users', scimUser('own@example.com'))).status).toBe(201);
  });

  it('takes only keys of the organization', async () => {
    const { text: reader } = await api.newKey('organization_read');
    const { text: person } = await api.newKey('user', { email: 'ada@example.com' });
    const ask = (key: string | null, method: string) =>
      api.send(method, '/api/scim/v2/Users', { key, ...(method === 'POST' && { body: {} }) });
    expect((await ask(null, 'GET')).json).toMatchObject({ status: '401' });
    expect((await ask('ck_o_wrong', 'GET')).headers.get('www-authenticate')).toBe('Bearer');
    expect((await ask(person, 'GET')).json).toMatchObject({ status: '403' });
    expect((await ask(reader, 'GET')).status).toBe(200);
    expect((await ask(reader, 'POST')).json).toMatchObject({ status: '403' });
    expect((await scim(api, 'GET', '/Nothing')).json).toMatchObject({ status: '404' });
  });
});
