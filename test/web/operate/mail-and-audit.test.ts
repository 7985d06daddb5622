import { fillForAccess } from '../../support/builders/access.ts';
import { contract } from '../../support/builders/contracts.ts';
import { startChatServer } from '../../support/builders/notifications.ts';
import type { ChatServer } from '../../support/builders/notifications.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';
import { until } from '../../support/until.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

describeInBrowser('mails and the audit trail', () => {
  let stack: WebStack;
  let mails: MailServer;
  let chat: ChatServer;
  let window: Window;
  beforeAll(async () => {
    [mails, chat] = [await startMailServer(), await startChatServer()];
    const settings = { smtpUrl: mails.url };
    stack = await startWebStack(settings, { ...settings, webhookAllowedHosts: ['127.0.0.1'] });
    await fillForAccess(stack.api);
  });
  afterAll(async () => {
    await stack?.stop();
    await mails?.stop();
    await chat?.stop();
  });
  const open = async (path: string) => {
    window = await stack.open();
    await window.goto(path);
    return window.page;
  };
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it('says what the mail server answered, and sends a mail again', async () => {
    const invite = '/api/teams/checkout/members/checkout-member@example.com/invite';
    await stack.api.send('POST', invite);
    await until('the mail arrives', () => mails.mails.length === 1);
    const page = await open('/operate/mail');
    await page.getByRole('row', { name: /Invitation to a team.*checkout-member.*Sent/u }).waitFor();
    await page.getByRole('link', { name: 'Invitation to a team' }).click();
    const sheet = page.getByRole('dialog', { name: 'Invitation to a team' });
    await sheet.getByText('What the server said').waitFor();
    await sheet.getByText(/^250 /u).waitFor();
    await sheet.getByRole('link', { name: 'Team checkout' }).first().waitFor();
    expect(await sheet.getByRole('region', { name: 'Message' }).innerText()).toContain('checkout');
    expect(await seriousFindings(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Send again' }).click();
    await sheet.getByText('The message is queued and is sent at once.').waitFor();
    await until('the mail arrives again', () => mails.mails.length === 2);
  });

  it('shows why a chat did not take a message, and filters by state and recipient', async () => {
    chat.answer = (_, response) => {
      response.statusCode = 404;
      response.end('no_such_channel');
    };
    const channel = '/api/teams/checkout/notification-channels/alerts';
    const endpoint = chat.endpoint('a-secret');
    const body = { id: 'alerts', name: 'Alerts', type: 'slack', endpoint, enabled: true };
    expect((await stack.api.send('PUT', channel, { body })).status).toBe(200);
    expect((await stack.api.send('POST', `${channel}/test`)).status).toBe(202);
    const page = await open('/operate/mail');
    await page.getByRole('button', { name: 'Failed' }).click();
    await page.getByRole('row', { name: /Test of a chat.*alerts.*Slack.*Failed/u }).waitFor();
    expect(await page.locator('.feed-table tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'Test of a chat' }).click();
    await page
      .getByRole('dialog')
      .getByText(/no_such_channel/u)
      .first()
      .waitFor();
    expect(await page.content()).not.toContain('a-secret');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByLabel('Recipient').fill('ALERTS');
    await page.waitForURL(/recipient=ALERTS/u);
    await page.getByRole('row', { name: /Test of a chat/u }).waitFor();
    await page.getByLabel('Recipient').fill('elsewhere');
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row', { name: /Test of a chat/u }).waitFor();
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await overflowOf(page)).toBe(0);
  });

  it('tells what a key did on a day with the documents before and after, and exports it', async () => {
    const made = await stack.api.send('POST', '/api/api-keys', {
      body: { displayName: 'Warehouse', scope: 'organization' },
    });
    const { key } = made.json;
    const changed = contract('orders', { version: '2.2.0' });
    await stack.api.send('PUT', '/api/datacontracts/orders', { key, body: changed });
    const page = await open('/operate/audit');
    await page.getByLabel('By').selectOption({ label: 'Warehouse' });
    await page.getByLabel('Time').selectOption({ label: 'Last 24 hours' });
    await page.getByRole('link', { name: 'Team created' }).first().waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Data contract updated.*Contract orders.*Warehouse/u })
      .waitFor();
    const link = page.getByRole('link', { name: 'Export as NDJSON' });
    const exported = await page.request.get((await link.getAttribute('href')) ?? '');
    const lines = (await exported.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['DataContractUpdatedEvent']);
    await page.getByRole('link', { name: 'Data contract updated' }).click();
    const sheet = page.getByRole('dialog', { name: 'Data contract updated' });
    const change = sheet.getByRole('textbox', { name: 'Change of Contract orders' });
    await change.getByText('2.1.0').waitFor();
    await change.getByText('2.2.0').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await sheet.getByRole('link', { name: 'Everything about it' }).click();
    await page.getByRole('row', { name: /Data contract created/u }).waitFor();
  });

  it('shows the content of an action without a document, and kinds of work by name', async () => {
    const path = '/api/ops/kinds/ontology-merges';
    await stack.api.send('POST', `${path}/pause`, { body: { reason: 'The disk is replaced.' } });
    await stack.api.send('POST', `${path}/resume`);
    const page = await open('/operate/audit?kind=work-kind');
    await page.getByRole('row', { name: /Work kind resumed.*Ontology merges/u }).waitFor();
    await page.getByRole('link', { name: 'Work kind paused' }).click();
    const sheet = page.getByRole('dialog', { name: 'Work kind paused' });
    await sheet.getByText('The disk is replaced.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('shows a document as it was created', async () => {
    const page = await open('/operate/audit?type=TeamCreatedEvent&subject=marketing');
    await page.getByRole('link', { name: 'Team created' }).click();
    await page.getByText('It was created with this content:').waitFor();
    await page.getByRole('dialog').getByText('marketing-owner@example.com').waitFor();
  });
});
