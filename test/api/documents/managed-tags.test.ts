import { line, ndjson, postImport } from '../../support/builders/imports.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/tags/gold', { body: { id: 'gold' } });
});
afterAll(() => api.stop());

const setPolicy = async (managedTagsPolicy: string) => {
  const answer = await api.send('PUT', '/api/organization/features', {
    body: { managedTagsPolicy },
  });
  expect(answer.status).toBe(200);
};
const tagged = (id: string, tags: string[], ofColumn: string[] = []) =>
  api.send('PUT', `/api/assets/${id}`, {
    body: {
      id,
      info: { name: id },
      tags,
      columns: [
        {
          name: 'address',
          type: 'struct',
          properties: [{ name: 'street', type: 'text', tags: ofColumn }],
        },
      ],
    },
  });
const assign = (id: string, tag: string) =>
  api.send('PUT', `/api/assets/${id}/assigned-tags/${tag}`);
const warningOf = ({ headers }: { headers: Headers }) =>
  decodeURIComponent(headers.get('x-catalog-warnings') ?? '');

it('by default and with allow, assets have any tag', async () => {
  for (const policy of [undefined, 'allow']) {
    if (policy !== undefined) await setPolicy(policy);
    for (const answer of [
      await tagged('free', ['loose', `a\\b ${policy}`], ['pii:true']),
      await assign('free', 'free-form'),
    ])
      expect([answer.status, warningOf(answer)]).toEqual([200, '']);
  }
  expect((await api.send('GET', '/api/assets/free')).json.assignedTags).toEqual(['free-form']);
});

it('with warn, writes of an asset name the tags that do not exist, also when nothing changes', async () => {
  await setPolicy('warn');
  for (let time = 0; time < 2; time++) {
    const answer = await tagged('warned', ['GOLD', 'loose'], ['pii']);
    expect([answer.status, warningOf(answer)]).toEqual([
      200,
      "No tag is 'loose', 'pii'; create it with PUT /api/tags/<id> or correct it",
    ]);
  }
  expect(warningOf(await tagged('quiet', ['gold']))).toBe('');
  expect(warningOf(await assign('quiet', 'loose'))).toContain("No tag is 'loose'");
  expect(warningOf(await assign('quiet', 'gold'))).toBe('');
  const sent = line('assets', { id: 'sent', tags: ['loose'] });
  expect((await postImport(api, sent, ndjson)).text).toContain("No tag is 'loose'");
});

it('with forbid, a write with a tag that does not exist is refused, and what is stored stays', async () => {
  await setPolicy('allow');
  await tagged('stored', ['loose']);
  await assign('stored', 'old');
  await setPolicy('forbid');
  const refused = await tagged('new', ['gold', 'loose'], ['pii']);
  expect([refused.status, refused.json.code]).toEqual([422, 'unknown_reference']);
  expect(refused.json.detail).toContain("There is no tag 'loose', 'pii'");
  expect(refused.json.violations[0].message).toContain(
    "managedTagsPolicy of the organization is 'forbid'",
  );
  expect((await api.send('GET', '/api/assets/new')).status).toBe(404);
  const assigned = await assign('stored', 'loose');
  expect([assigned.status, assigned.json.code]).toEqual([422, 'unknown_reference']);
  expect((await tagged('stored', ['loose'])).status).toBe(200);
  // A repetition changes nothing.
  expect((await assign('stored', 'old')).status).toBe(200);
  expect((await api.send('DELETE', '/api/assets/stored/assigned-tags/old')).status).toBe(200);
  await api.send('PUT', '/api/tags/loose', { body: { id: 'loose' } });
  expect((await tagged('stored', ['loose', 'Gold'])).status).toBe(200);
  expect((await assign('stored', 'loose')).status).toBe(200);
});

it('a stored policy that no longer exists allows every tag and is named by the writes that it governed', async () => {
  await api.database.knex('settings_documents').update({ body: { managedTagsPolicy: 'STRICT' } });
  const answer = await tagged('governed', ['of-old']);
  expect([answer.status, warningOf(answer)]).toEqual([
    200,
    "managedTagsPolicy 'STRICT' has no effect: put one of allow, warn, forbid, or leave it out",
  ]);
});
