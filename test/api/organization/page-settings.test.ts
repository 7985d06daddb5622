import { loadConfig } from '../../../config.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
const secretFile = path.join(folder, 'oidc-secret');
const secrets = ['hunter2', 'correct horse', 'tr0ub4dor&3'];
let api: TestApi;
beforeAll(async () => {
  writeFileSync(secretFile, secrets[0] ?? '');
  const { oidc, smtpUrl, generation, shownSettings } = loadConfig({
    DATABASE_URL: `postgres://ada:${secrets[1]?.replace(' ', '')}@localhost/x`,
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'concordat',
    OIDC_CLIENT_SECRET_FILE: secretFile,
    OIDC_ALLOWED_DOMAINS: 'example.com, example.org',
    SMTP_URL: `smtp://mail:${secrets[2]}@mail.example.com:587`,
    ALLOWED_HOSTS: 'db.internal',
  });
  api = await startApi({ oidc, smtpUrl, generation, shownSettings });
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

const read = async (headers: Record<string, string>) =>
  api.send('GET', '/ui/settings', { key: null, headers });
const groupOf = (json: { installation: { group: string }[] }, name: string): any =>
  json.installation.find(({ group }) => group === name);
const settingOf = (json: { installation: { group: string }[] }, group: string, name: string) =>
  groupOf(json, group).settings.find(({ env }: { env: string }) => env === name);

it('shows every setting in one answer, with where it is set and without secrets', async () => {
  await api.send('PUT', '/api/organization/settings', {
    body: { fullName: 'Ottermoor Trading', contractChanges: 'enforce' },
  });
  await api.send('PUT', '/api/settings/customization', {
    body: 'dataProduct: {} # ours\n',
    headers: { 'content-type': 'application/yaml' },
  });
  await api.send('PUT', '/api/organization/test-engine', {
    body: {
      dataContractTestsApiEndpoint: 'https://contracts.example.com',
      dataContractTestsApiKey: 'battery-staple',
    },
  });
  const { status, json, text } = await read(await signIn(api));
  expect(status).toBe(200);
  expect(json).toMatchObject({
    may: { change: true, seeInstallation: true },
    organization: { fullName: 'Ottermoor Trading', contractChanges: 'enforce' },
    features: { dataContractTestsEnabled: true },
    warnings: [],
    teamRoles: { mode: 'default' },
    customization: { format: 'yaml', source: 'dataProduct: {} # ours\n' },
    testEngine: { apiKeySet: true, updatedByName: 'organization' },
  });
  expect(json.retention).toContainEqual({ what: 'events', days: 90, env: 'EVENT_RETENTION_DAYS' });
  expect(json.retention).toContainEqual({ what: 'work', days: 14, env: null });
  expect(settingOf(json, 'sign-in', 'OIDC_ISSUER')).toMatchObject({
    value: 'https://login.example.com',
    setIn: 'environment',
    isSecret: false,
  });
  expect(settingOf(json, 'sign-in', 'OIDC_CLIENT_SECRET')).toMatchObject({
    value: null,
    setIn: 'file',
    file: secretFile,
    isSecret: true,
  });
  expect(settingOf(json, 'sign-in', 'OIDC_ALLOWED_DOMAINS').value).toBe('example.com, example.org');
  expect(settingOf(json, 'sign-in', 'OIDC_NAME')).toMatchObject({ value: null, setIn: 'nowhere' });
  expect(settingOf(json, 'mail', 'MAIL_FROM')).toMatchObject({ setIn: 'default' });
  expect(settingOf(json, 'addresses', 'ALLOWED_HOSTS').value).toBe('db.internal');
  const uses = json.installation.map(({ group, isOn }: any) => [group, isOn]);
  expect(uses).toEqual([
    ['sign-in', true],
    ['mail', true],
    ['code-generation', false],
    ['retention', null],
    ['addresses', null],
  ]);
  for (const secret of [...secrets, 'battery-staple', 'correcthorse']) {
    expect(text).not.toContain(secret);
  }
});

it('shows other organizations nothing of the network of the installation', async () => {
  const organizationId = await api.newOrganization('other');
  const { text: key } = await api.newKey('organization', { organizationId });
  const { json, text } = await read(await signIn(api, key));
  expect(json.may).toEqual({ change: true, seeInstallation: false });
  expect(json.organization.fullName).toBe('other');
  expect(text).not.toContain('db.internal');
  expect(text).not.toContain(folder);
  expect(settingOf(json, 'sign-in', 'OIDC_ISSUER').value).toBe('https://login.example.com');
});

it('is for those who administer the organization; a read-only key changes nothing', async () => {
  const ada = await signInAsPerson(api, 'ada@example.com');
  const refused = await read(ada);
  expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
  const { text: key } = await api.newKey('organization_read');
  expect((await read(await signIn(api, key))).json.may.change).toBe(false);
});
