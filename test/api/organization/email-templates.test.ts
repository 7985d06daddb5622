import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { notifyShop, putShop } from '../../support/builders/notifications.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

const path = '/api/settings/email-templates';
let api: TestApi;
let mail: MailServer;
let workers: TestWorkers;
beforeAll(async () => {
  mail = await startMailServer();
  api = await startApi();
  workers = startWorkers(api, {}, { settings: { smtpUrl: mail.url } });
  await putShop(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  await mail.stop();
});
beforeEach(() => {
  mail.mails.length = 0;
});

const put = (templates: object) => api.send('PUT', path, { body: { templates } });
const written = (subject: string, body: string) => ({ languages: { en: { subject, body } } });
const received = (count: number) =>
  until(`${count} mails arrive`, () => Promise.resolve(mail.mails.length >= count && mail.mails));

it('answers all types as they are built in, and takes back what GET gave', async () => {
  const { json } = await api.send('GET', path);
  expect(json.templates['access-expiry']).toEqual({
    enabled: true,
    canBeDisabled: true,
    variables: expect.arrayContaining([{ name: 'consumer', optional: false }]),
    languages: {
      en: {
        subject: '{{subject}}',
        body: '{{message}}\n\n{{details}}\n\n{{diagnostics}}\n\n{{links}}',
        customized: false,
      },
    },
  });
  const again = await put(json.templates);
  expect([again.status, again.json]).toEqual([200, json]);
  const stored = api.database.knex('settings_documents').where({ name: 'email-templates' });
  expect(await stored).toEqual([]);
});

it('sends mails in the words of the organization, and shows them so', async () => {
  const text = written(
    '{{consumer}} waits',
    'Dear team,\n\n{{message}}\n\nPlatform <{{platform}}>',
  );
  const { json } = await put({ 'provisioning-failed': text });
  expect(json.templates['provisioning-failed'].languages.en.customized).toBe(true);
  await notifyShop(api, { causeId: 'own words' });
  const [first] = await received(2);
  expect(first?.subject).toBe('Marketing waits');
  expect(first?.text).toContain('Dear team,');
  expect(first?.html).toContain('Platform &lt;x&gt;');
  const [sent] = (await api.send('GET', '/api/notifications')).json;
  const { message } = (await api.send('GET', `/api/notifications/${sent.id}`)).json;
  expect(message.subject).toBe('Marketing waits');
  expect(message.text).toMatch(/^Dear team,\n\nThe access of Marketing.+\n\nPlatform <x>\n$/s);
});

it('returns to the built-in text when a type is left out', async () => {
  await put({});
  await notifyShop(api, { causeId: 'built in' });
  const [first] = await received(2);
  expect(first?.subject).toBe('Provisioning failed: shop/orders for Marketing');
});

it('sends no mails of a type that is switched off', async () => {
  await put({ 'provisioning-failed': { enabled: false } });
  expect(await notifyShop(api, { causeId: 'off' })).toEqual({ mails: 0, messages: 0, muted: true });
  const rows = await api.database.knex('notifications').where({ cause_id: 'off' });
  expect(rows).toEqual([]);
  await put({});
});

it('refuses unknown placeholders, and changes nothing', async () => {
  const { status, json } = await put({ 'access-expiry': written('x', 'Dear {{name}}') });
  expect([status, json.code, json.violations[0].field]).toEqual([
    422,
    'invalid_body',
    'templates.access-expiry.languages.en.body',
  ]);
  const now = (await api.send('GET', path)).json.templates['access-expiry'];
  expect(now.languages.en.customized).toBe(false);
});

it('previews a text with example data', async () => {
  const preview = (body: object) => api.send('POST', `${path}/preview`, { body });
  const { json } = await preview({
    type: 'access-expiry',
    subject: 'Until {{date}}',
    body: '{{consumer}}',
  });
  expect(json).toEqual({ subject: 'Until 2026-03-31', text: 'Marketing\n' });
  const builtIn = await preview({ type: 'contract-test-failed' });
  expect(builtIn.json.subject).toBe('Contract test failed: Orders on production');
  const wrong = await preview({ type: 'access-expiry', body: '{{server}}' });
  expect([wrong.status, wrong.json.code]).toEqual([422, 'invalid_body']);
  expect((await preview({ type: 'nothing' })).json.detail).toContain('is no type of mail');
});

it('is for keys of the organization only', async () => {
  const { text: key } = await api.newKey('team', { teamId: 'shop' });
  expect((await api.send('GET', path, { key })).json.code).toBe('permission_denied');
  expect((await api.send('PUT', path, { key, body: {} })).json.code).toBe('permission_denied');
});
