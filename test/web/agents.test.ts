import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { callText, connectAgent } from '../support/agents/mcp-client.ts';
import { codeOf, createAgentStore } from '../support/agents/oauth-client.ts';
import { until } from '../support/until.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { signInOf } from '../support/web/sign-in.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack } from '../support/web/stack.ts';

describeInBrowser('agents', () => {
  let stack: WebStack;
  beforeAll(async () => {
    stack = await startWebStack();
  });
  afterAll(() => stack?.stop());

  /** Opens the page to which an agent leads the browser. */
  async function ask(name: string, key: string | null = stack.api.key) {
    const serverUrl = `${stack.api.address}/mcp`;
    const store = createAgentStore(name);
    await auth(store, { serverUrl });
    const window = await stack.open({ key });
    const { page } = window;
    // The program that listens there is this test.
    await page.route('http://127.0.0.1:33418/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Back in the agent</h1>' }),
    );
    await page.goto(store.asked.href);
    return { ...window, store, serverUrl };
  }
  const atAgent = (url: URL): boolean => url.port === '33418';

  it('are allowed after the sign-in, and ended on the page of sessions', async () => {
    const name = `Helpful agent ${'y'.repeat(60)}`;
    const { page, store, serverUrl, problems, close } = await ask(name, null);
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await page.getByText('Then you decide whether the agent may act for you.').waitFor();
    await signInOf(page).withKey(stack.api.key);
    await page.getByText(`${name} asks to act for you.`).waitFor();
    expect(await page.locator('h1').innerText()).toBe('Allow an agent');
    await page.locator('dd', { hasText: '127.0.0.1 A program on your computer.' }).waitFor();
    expect([await seriousFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(atAgent);
    const authorizationCode = codeOf(new URL(page.url()));
    expect(await auth(store, { serverUrl, authorizationCode })).toBe('AUTHORIZED');

    await page.goto(`${stack.api.address}/me/sessions`);
    const row = page.getByRole('row', { name: /Helpful agent/ });
    await row.waitFor();
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 375, height: 760 });
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize(viewport ?? { width: 1440, height: 900 });
    await row.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('No agent acts for you.').waitFor();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const headers = { authorization: `Bearer ${store.access}` };
    const answer = await stack.api.send('POST', '/mcp', { key: null, headers, body: ping });
    expect(answer.status).toBe(401);
    await page.goto(`${stack.api.address}/operate/audit`);
    const ended = page.getByRole('row', { name: /Ended what an agent was allowed/ });
    await ended.getByText(name.slice(0, 50)).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('are denied, and learn that', async () => {
    const { page, close } = await ask(`Another agent${'x'.repeat(60)}`);
    await page.setViewportSize({ width: 375, height: 760 });
    // A name without a place to break must not hide what the agent asks for.
    const lead = page.getByText('asks to act for you.');
    expect(await lead.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(atAgent);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    await close();
  });

  it('that are unknown are explained on the page', async () => {
    const { page, close, goto } = await stack.open();
    await goto('/authorize?request=bm9uZQ');
    await page.getByText('The client is not registered here').first().waitFor();
    await goto('/authorize');
    await page.getByText('lacks the request of an agent').waitFor();
    await close();
  });

  it('name the tools that they call in the audit trail', async () => {
    const agent = await connectAgent(stack.api, { 'x-api-key': stack.api.key });
    await callText(agent, 'list_accesses');
    await agent.close();
    const { page, close, goto } = await stack.open();
    await goto('/operate/audit');
    const row = page.getByRole('row', { name: /Tool called by an agent/ }).first();
    await row.getByText('list_accesses', { exact: true }).waitFor();
    await close();
  });

  it('are limited and switched off in the settings', async () => {
    const { page, close, goto } = await stack.open();
    const choice = page.getByLabel('Agents', { exact: true });
    const limit = page.getByLabel('Messages of agents per minute');
    const save = page.locator('.card', { has: choice }).getByRole('button', { name: 'Save' });
    const stored = async (expected: object) => {
      await save.click();
      await until(`stored ${JSON.stringify(expected)}`, async () => {
        const { json } = await stack.api.send('GET', '/api/organization/features');
        return Object.entries(expected).every(([name, value]) => json[name] === value);
      });
      // The form forgets what was typed when the answer arrives.
      await goto('/organization/settings?part=features');
    };
    await goto('/organization/settings?part=features');
    await limit.fill('0');
    await save.click();
    await page.getByText('must be at least 1', { exact: true }).waitFor();
    await limit.fill('50');
    await stored({ agentMessagesPerMinute: 50 });
    await limit.fill('');
    await stored({ agentMessagesPerMinute: 600 });
    await choice.selectOption('off');
    await stored({ agentsEnabled: false });
    await page.getByText('Limits the messages').waitFor({ state: 'detached' });
    await close();
  });
});
