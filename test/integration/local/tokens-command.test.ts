import { systemClock } from '../../../lib/clock.ts';
import { answerCall } from '../../../local/cli/main.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

const folder = makeTestFolder();
let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
  removeTestFolder(folder);
});

/** What `npm run tokens -- <words>` answers. */
async function tokens(words: string) {
  const surroundings = {
    env: { DATABASE_URL: api.url, DATA_DIR: folder },
    rootDir: process.cwd(),
    clock: systemClock,
  };
  const { code, out, error } = await answerCall(['tokens', ...words.split(' ')], surroundings);
  return { code, out, error };
}

const statusWith = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await api.send('GET', '/v1/contacts', { key: null, headers })).status;
};

it('makes a contact with a token, lists tokens without their secret, and ends them at once', async () => {
  const made = await tokens('create --username Kevin --phone +15550100');
  expect(made.code).toBe(0);
  const [token = ''] = /ct_\w{8}_\w{32}/.exec(made.out) ?? [];
  expect(await statusWith(token)).toBe(200);

  // Usernames are unique ignoring case, and found so.
  const further = await tokens('create --username kEVIN --expires 2099-12-31T00:00:00Z --json');
  const { tokenId, contactId } = JSON.parse(further.out);
  expect(contactId).toMatch(/^[0-9A-Za-z]{16}$/);

  const listed = await tokens('list --username kevin');
  expect(listed.out).not.toContain(token.slice(12));
  expect(listed.out.match(/Kevin .* working/g)).toHaveLength(2);
  expect(listed.out).toMatch(/2099-12-31/);

  expect((await tokens(`revoke ${tokenId}`)).code).toBe(0);
  const [first] = JSON.parse((await tokens('list --json')).out).tokens;
  expect((await tokens(`revoke ${first.id}`)).code).toBe(0);
  expect(await statusWith(token)).toBe(401);
  expect((await tokens('list')).out.match(/Kevin .* revoked/g)).toHaveLength(2);
});

it.each([
  ['create --username Nobody', /no contact 'Nobody'; create the contact with --phone <number>/],
  ['create --username Kevin --expires soon', /--expires soon is not a date/],
  ['create --username Kevin --expires 2020-01-01', /expiresAt is in the past/],
  ['create --username New --phone x', /phone_number/],
  ['list --username Nobody', /no contact with the username 'Nobody'/],
  ['revoke 01a1f807-92ac-751a-8aeb-608283153d7f', /no token with the id/],
])('%s is refused', async (words, message) => {
  const { code, error } = await tokens(words);
  expect(code).toBe(1);
  expect(error).toMatch(message);
});
