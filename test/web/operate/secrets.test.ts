import { loadConfig } from '../../../config.ts';
import { createContactWithToken } from '../../support/builders/messaging/contact-with-token.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { captureLog, everythingQueued, everythingStored } from '../../support/everything.ts';
import { integrations } from '../../support/fakes/stub-source.ts';
import { testRedisUrl } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';
import { feedPages } from '../../support/web/pages/feed-pages.ts';
import { integrationPages } from '../../support/web/pages/integration-pages.ts';
import { operatePages } from '../../support/web/pages/operate-pages.ts';
import { organizationPages } from '../../support/web/pages/organization-pages.ts';
import { pathsToRead } from '../../support/web/read-paths.ts';
import { startRepeater, watchedTexts } from '../../support/web/secrets.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack } from '../../support/web/stack.ts';

type Receiver = Awaited<ReturnType<typeof startRepeater>>;

/** Recognizable in any text, also where they are written in an address, in JSON or in base64. */
const secrets = {
  integration: 'sweptIntegrationPassword',
  connection: 'sweptConnectionPassword',
  webhook: 'sweptWebhookPath',
  chat: 'sweptChatPath',
  engine: 'sweptEngineKey',
  generation: 'sweptGenerationToken',
  provider: 'sweptProviderSecret',
  mail: 'sweptMailPassword',
};
/** Those that the product made, and showed once. */
const shownOnce: string[] = [];
const all = () => [...Object.values(secrets), ...shownOnce];
const log = captureLog();

/** The lines of a text that tell a secret, each cut around it. */
function leaksIn(where: string, text: string): string[] {
  const forms = all().flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64').slice(0, -4),
  ]);
  return forms.flatMap((form) => {
    const at = text.indexOf(form);
    return at === -1 ? [] : [`${where}: …${text.slice(Math.max(0, at - 120), at + form.length)}`];
  });
}

const settings = (receiver: Receiver) => {
  const { oidc, smtpUrl, generation, shownSettings } = loadConfig({
    DATABASE_URL: 'postgres://ada@localhost/x',
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'concordat',
    OIDC_CLIENT_SECRET: secrets.provider,
    SMTP_URL: `smtp://mailer:${secrets.mail}@127.0.0.1:1`,
    GENERATION_ENDPOINT: `${receiver.url}/generate`,
    GENERATION_TOKEN: secrets.generation,
  });
  return { oidc, smtpUrl, generation, shownSettings };
};

describeInBrowser('credentials are written and never read', () => {
  let stack: WebStack;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startRepeater();
    const own = settings(receiver);
    const allowed = [receiver.host];
    stack = await startWebStack(
      { ...own, webhookAllowedHosts: allowed, allowedHosts: ['127.0.0.1'] },
      { smtpUrl: own.smtpUrl, generation: own.generation, webhookAllowedHosts: allowed },
      { allowedHosts: ['127.0.0.1'] },
    );
    await fill(stack, receiver);
  });
  afterAll(async () => {
    await stack?.stop();
    await receiver?.stop();
  });

  const rows = { ...operatePages, ...feedPages, ...integrationPages, ...organizationPages };
  const parts = ['tests', 'customization', 'installation', 'features', 'retention', 'sign-in'];
  const pages = [
    ...Object.values(rows).map(({ path }) => path),
    '/operate/integrations/warehouse/edit?step=connection',
    '/operate/integrations/warehouse/edit?step=plan',
    '/operate/integrations/warehouse?part=settings',
    '/operate/webhooks/hook?status=failed',
    '/operate/work',
    ...parts.map((part) => `/organization/settings?part=${part}`),
    '/me/keys',
    '/me/sessions',
    '/develop',
    '/teams/checkout',
    '/teams/checkout/edit',
    '/teams/checkout/channels',
    '/teams/checkout/connections',
    '/teams/checkout/keys',
    '/datacontracts/orders/tests',
  ];

  it('in no page, no answer to a page, no storage of the browser and no console', async () => {
    const { api } = stack;
    const works = (await api.send('GET', '/api/ops/work?size=100')).json.work as { id: string }[];
    const [delivery] = (await api.send('GET', '/api/webhooks/hook/deliveries')).json;
    const [mail] = (await api.send('GET', '/api/notifications')).json;
    const opened = [
      ...works.map(({ id }) => `/operate/work/${id}`),
      `/operate/webhooks/hook?delivery=${delivery.id}`,
      `/operate/mail?message=${mail.id}`,
    ];
    const window = await stack.open();
    const texts = watchedTexts(window);
    const leaks: string[] = [];
    for (const path of new Set([...pages, ...opened])) {
      await window.goto(path);
      await window.page.waitForLoadState('networkidle');
      await texts.noteAll();
      leaks.push(...texts.read().flatMap(([where, text]) => leaksIn(`${path} ${where}`, text)));
    }
    expect(leaks).toEqual([]);
    expect(texts.answers()).toBeGreaterThan(pages.length);
    expect(await window.page.evaluate('document.cookie')).toBe('');
    await window.close();
  });

  it('in no answer of the API but those to who may change an address', async () => {
    const { api } = stack;
    const reader = (await api.newKey('organization_read')).text;
    const session = await signIn(api);
    const paths = await pathsToRead(api, {
      teams: 'checkout',
      webhooks: 'hook',
      integrations: 'warehouse',
      datacontracts: 'orders',
    });
    const leaks: string[] = [];
    const statuses = new Map<string, number>();
    for (const path of paths) {
      const asked = path.startsWith('/ui/')
        ? [{ key: null, headers: session }]
        : [{ key: reader }, { key: api.key }];
      for (const options of asked) {
        const { status, text, headers } = await api.send('GET', path, options);
        statuses.set(path, status);
        const isOwn = options.key === api.key && addresses.test(path);
        const told = `${JSON.stringify([...headers])} ${text}`;
        if (!isOwn)
          leaks.push(
            ...leaksIn(`GET ${path} as ${options.key === reader ? 'reader' : 'writer'}`, told),
          );
      }
    }
    expect(leaks).toEqual([]);
    const found = [...statuses].filter(([, status]) => status === 200);
    expect(found.length).toBeGreaterThan(60);
    const needed = [
      '/api/webhooks/hook',
      '/api/integrations/warehouse',
      '/api/organization/test-engine',
      '/ui/settings',
      '/api/events',
      '/api/audit/export',
    ];
    expect(needed.filter((path) => statuses.get(path) !== 200)).toEqual([]);
  });

  it('in no table, queue or log', async () => {
    expect(leaksIn('stored', await everythingStored(stack.api))).toEqual([]);
    expect(leaksIn('queued', await everythingQueued(testRedisUrl()))).toEqual([]);
    expect(log.flatMap((line) => leaksIn('log', line))).toEqual([]);
  });
});

/** Whoever may change a webhook or a channel gets its address, so that a client can send it again. */
const addresses =
  /^\/api\/(?:webhooks(?:\/hook)?|teams\/checkout\/notification-channels(?:\/chat)?)$/u;

/** Stores everything that has a credential, and lets each be used; what is called repeats what it was sent. */
async function fill({ api }: WebStack, receiver: Receiver): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await api.send(method, path, { ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  await send('PUT', '/api/teams/checkout', team('checkout'));
  const server = { server: 'lake', type: 'oracle', host: 'h', port: 1, serviceName: 's' };
  await send('PUT', '/api/datacontracts/orders', contract('orders', { servers: [server] }));
  await send('PUT', '/api/organization/test-engine', {
    dataContractTestsApiEndpoint: `${receiver.url}/engine`,
    dataContractTestsApiKey: secrets.engine,
  });
  await send('PUT', '/api/teams/checkout/connections/lake', {
    serverType: 'postgres',
    place: '127.0.0.1',
    credentials: { USERNAME: 'reader', PASSWORD: secrets.connection },
  });
  const hook = { url: `${receiver.url}/${secrets.webhook}?key=${secrets.webhook}`, events: ['*'] };
  shownOnce.push((await send('PUT', '/api/webhooks/hook', hook)).secret);
  shownOnce.push((await send('POST', '/api/webhooks/hook/rotate-secret')).secret);
  const endpoint = `${receiver.url}/${secrets.chat}`;
  const channel = '/api/teams/checkout/notification-channels/chat';
  const chat = { id: 'chat', name: 'Chat', type: 'slack', endpoint, enabled: true };
  expect((await api.send('PUT', channel, { body: chat })).status).toBe(200);
  for (const scope of ['organization', 'organization_read'])
    shownOnce.push((await send('POST', '/api/api-keys', { displayName: scope, scope })).key);
  const { token } = await createContactWithToken(api.database, api.organizationId, 'kate');
  shownOnce.push(token);
  const call = integrations(api);
  const port = Number(new URL(api.url).port);
  for (const id of ['warehouse', 'bare']) {
    await call.put(id, {
      source: 'postgres',
      owningTeamExternalId: 'checkout',
      configuration: { host: '127.0.0.1', port, database: 'postgres', sslmode: 'disable' },
      credentials: { username: 'reader_of_nothing', password: secrets.integration },
    });
  }
  expect(shownOnce.every((secret) => secret.length > 20)).toBe(true);
  await use(api, call, channel);
}

async function use(
  api: WebStack['api'],
  call: ReturnType<typeof integrations>,
  channel: string,
): Promise<void> {
  await call.run('warehouse');
  const headers = await signIn(api);
  for (const check of ['test-connection', 'plan'])
    await api.send('POST', `/ui/integrations/warehouse/${check}`, { key: null, headers });
  await api.send('POST', '/api/webhooks/hook/test');
  await api.send('POST', `${channel}/test`);
  await api.send('POST', '/api/ops/test-mail', { body: { to: 'ada@example.com' } });
  const tested = await api.send('POST', '/api/datacontracts/orders/test');
  expect(tested.text).toContain('500');
  const generated = await api.send('POST', '/api/datacontracts/orders/generate', {
    body: { type: 'custom', prompt: 'Write.' },
  });
  expect(generated.text).toContain('500');
  await until('the chat and the webhook were tried', async () => {
    const { text } = await api.send('GET', '/api/notifications');
    const { json } = await api.send('GET', '/api/webhooks/hook/deliveries');
    return json[0]?.attempts > 0 && /The chat answered 500/u.test(text);
  });
}
