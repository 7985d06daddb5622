import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSignInLink } from '../../../commands/sessions/create-sign-in-link.ts';
import { newConfigDir, runCli } from '../../support/cli/run-cli.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('stores a key that the server accepts, readable for the account alone, and uses it', async () => {
  const env = { CONCORDAT_CONFIG_DIR: newConfigDir() };
  const login = await runCli(['login', api.address], { env, stdin: `${api.key}\n` });
  expect(login.code).toBe(0);
  expect(login.out).toContain(`Signed in to ${api.address}`);
  expect(login.out + login.error).not.toContain(api.key);
  const file = path.join(env.CONCORDAT_CONFIG_DIR, 'profiles.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const who = await runCli(['whoami', '-o', 'json'], { env });
  expect(JSON.parse(who.out)).toMatchObject({ url: api.address, scope: 'organization' });
  expect((await runCli(['list', 'team'], { env })).code).toBe(0);

  await runCli(['logout'], { env });
  expect(readFileSync(file, 'utf8')).not.toContain(api.key);
  expect((await runCli(['whoami'], { env })).code).toBe(4);
});

it('stores nothing when the server refuses the key', async () => {
  const env = { CONCORDAT_CONFIG_DIR: newConfigDir() };
  const refused = await runCli(['login', api.address], { env, stdin: 'ck_o_wrong' });
  expect(refused.code).toBe(4);
  expect(existsSync(path.join(env.CONCORDAT_CONFIG_DIR, 'profiles.json'))).toBe(false);
});

it('sends the key of a profile to no other address', async () => {
  const env = { CONCORDAT_CONFIG_DIR: newConfigDir() };
  await runCli(['login', api.address], { env, stdin: api.key });
  const other = api.address.replace('127.0.0.1', 'localhost');
  expect((await runCli(['list', 'team', '--url', other], { env })).code).toBe(4);
});

it('has profiles, and names those that exist', async () => {
  const env = { CONCORDAT_CONFIG_DIR: newConfigDir() };
  await runCli(['login', api.address, '--profile', 'production'], { env, stdin: api.key });
  expect((await runCli(['whoami', '--profile', 'production'], { env })).code).toBe(0);
  const unknown = await runCli(['whoami', '--profile', 'staging'], { env });
  expect(unknown.code).toBe(64);
  expect(unknown.error).toContain('production');
});

it('makes a key with the sign-in link of a person, and of the local administrator', async () => {
  await api.send('PUT', '/api/teams/readers', {
    body: {
      id: 'readers',
      name: 'Readers',
      type: 'Team',
      members: [{ emailAddress: 'ada@example.com', role: 'Owner' }],
    },
  });
  for (const email of [undefined, 'ada@example.com']) {
    const env = { CONCORDAT_CONFIG_DIR: newConfigDir() };
    const stdin = await linkFor(email);
    const login = await runCli(['login', api.address, '--link'], { env, stdin });
    expect(login).toMatchObject({ code: 0 });
    const { scope } = JSON.parse((await runCli(['whoami', '-o', 'json'], { env })).out);
    expect(scope).toBe(email === undefined ? 'organization' : 'user');
    // A link works once.
    expect((await runCli(['login', api.address, '--link'], { env, stdin })).code).toBe(4);
  }
});

async function linkFor(email: string | undefined): Promise<string> {
  const { organizationId, database } = api;
  const options = { organizationId, email, publicUrl: api.address };
  return (await createSignInLink(database.knex, options)).link;
}

it('says what is wrong with the address', async () => {
  const env = { CONCORDAT_API_KEY: api.key };
  expect((await runCli(['whoami', '--url', 'localhost'], { env })).code).toBe(64);
  const none = await runCli(['whoami', '--url', 'http://127.0.0.1:9'], { env });
  expect(none.code).toBe(3);
  expect(none.error).toContain('No Concordat answers at http://127.0.0.1:9');
});

it('says that the file of the profiles is damaged', async () => {
  const env = { CONCORDAT_CONFIG_DIR: newConfigDir() };
  await runCli(['login', api.address], { env, stdin: api.key });
  const file = path.join(env.CONCORDAT_CONFIG_DIR, 'profiles.json');
  writeFileSync(file, '{"current"');
  expect((await runCli(['whoami'], { env })).error).toContain('damaged');
});
