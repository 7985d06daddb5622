import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
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
    const { page, store, serverUrl, problems, close } = await ask('Helpful agent', null);
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await signInOf(page).withKey(stack.api.key);
    await page.getByText('Helpful agent asks to act for you.').waitFor();
    expect(await page.locator('h1').innerText()).toBe('Allow an agent');
    expect(await page.locator('dd', { hasText: '127.0.0.1' }).count()).toBe(1);
    expect([await seriousFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(atAgent);
    const authorizationCode = codeOf(new URL(page.url()));
    expect(await auth(store, { serverUrl, authorizationCode })).toBe('AUTHORIZED');

    await page.goto(`${stack.api.address}/me/sessions`);
    const row = page.getByRole('row', { name: /Helpful agent/ });
    await row.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('You have allowed no agent anything.').waitFor();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const headers = { authorization: `Bearer ${store.access}` };
    const answer = await stack.api.send('POST', '/mcp', { key: null, headers, body: ping });
    expect(answer.status).toBe(401);
    await page.goto(`${stack.api.address}/operate/audit`);
    await page.getByRole('link', { name: 'Ended what an agent was allowed' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('are denied, and learn that', async () => {
    const { page, close } = await ask('Another agent');
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

  it('are switched off in the settings', async () => {
    const { page, close, goto } = await stack.open();
    await goto('/organization/settings?part=features');
    await page.getByLabel('Agents').selectOption('off');
    const card = page.locator('.card', { has: page.getByLabel('Agents') });
    await card.getByRole('button', { name: 'Save' }).click();
    await until('agents are switched off', async () => {
      const { json } = await stack.api.send('GET', '/api/organization/features');
      return json.agentsEnabled === false;
    });
    await close();
  });
});
