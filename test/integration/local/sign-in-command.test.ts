import { answerCall } from '../../../local/cli/main.ts';
import { writeConnectionFile } from '../../../local/servers/connection-file.ts';
import { systemClock } from '../../../lib/clock.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
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

const ask = (words: string, env: Record<string, string>) =>
  answerCall(words.split(' '), {
    env: { DATA_DIR: folder, ...env },
    rootDir: process.cwd(),
    clock: systemClock,
  });

const signIn = (link: string) => {
  const [, code] = link.split('#code=');
  return api.send('POST', '/ui/session', { key: null, body: { code } });
};

describe('npm run sign-in', () => {
  test('prints a link to PUBLIC_URL that signs in once', async () => {
    const env = { DATABASE_URL: api.url, PUBLIC_URL: 'https://catalog.example.com' };
    const { code, out } = await ask('sign-in', env);
    expect(code).toBe(0);
    const [, link = ''] = /^Sign in {2}(\S+)\n/.exec(out) ?? [];
    expect(link).toMatch(/^https:\/\/catalog\.example\.com\/sign-in#code=[\w-]{22}$/);
    const { status, json } = await signIn(link);
    expect([status, json.isOwner, json.organizationId]).toEqual([200, true, api.organizationId]);
    expect((await signIn(link)).json.code).toBe('sign_in_code_invalid');
  });

  test('signs in to the organization that it names', async () => {
    const organizationId = await api.newOrganization('other');
    const { out } = await ask('sign-in --organization other --json', { DATABASE_URL: api.url });
    const { link, expiresAt, ...rest } = JSON.parse(out);
    expect(rest).toEqual({ organizationId });
    expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
    expect((await signIn(link)).json.organizationId).toBe(organizationId);
    const unknown = await ask('sign-in --organization none --json', { DATABASE_URL: api.url });
    expect([unknown.code, JSON.parse(unknown.out).error.code]).toEqual([1, 'not_found']);
  });

  test('signs in a person whom a team knows', async () => {
    const members = [{ emailAddress: 'Noor@example.com', name: 'Noor Hakvoort', role: 'Owner' }];
    await api.send('PUT', '/api/teams/shop', { body: team('shop', { members }) });
    const env = { DATABASE_URL: api.url };
    const { out } = await ask('sign-in --email noor@Example.com --json', env);
    const { status, json } = await signIn(JSON.parse(out).link);
    expect([status, json.email, json.isOwner]).toEqual([200, 'noor@example.com', false]);
    const unknown = await ask('sign-in --email tom@example.com --json', env);
    const { error } = JSON.parse(unknown.out);
    expect([unknown.code, error.code]).toEqual([1, 'not_found']);
    expect(error.message).toContain(
      'No team of the organization knows the address tom@example.com',
    );
  });

  test('finds the database and the address of the bin/start on DATA_DIR', async () => {
    const connection = { databaseUrl: api.url, redisUrl: 'redis://x', address: api.address };
    const forget = writeConnectionFile(folder, connection);
    const { out } = await ask('sign-in --json', {});
    expect(JSON.parse(out).link.startsWith(`${api.address}/sign-in#code=`)).toBe(true);
    forget();
  });
});
