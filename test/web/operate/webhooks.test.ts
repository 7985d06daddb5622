import { team } from '../../support/builders/contracts.ts';
import { isSignedBy, startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const secretPath = 'T0KEN-of-the-path';

describeInBrowser('webhooks', () => {
  let stack: WebStack;
  let receiver: Receiver;
  let window: Window;
  beforeAll(async () => {
    receiver = await startReceiver();
    stack = await startWebStack({}, { webhookAllowedHosts: [receiver.host] });
  });
  afterAll(async () => {
    await stack?.stop();
    await receiver?.stop();
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
  const deliveries = () => window.page.locator('.feed-table tbody tr');

  it('creates a webhook and shows its secret once', async () => {
    const page = await open('/operate/webhooks');
    await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('Name').fill('grants');
    await form.getByLabel('Address of the receiver').fill('nowhere');
    await form.getByRole('button', { name: 'Teams' }).click();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.locator('.field-problem').waitFor();
    await form.getByLabel('Address of the receiver').fill(`${receiver.url}/${secretPath}`);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const created = page.getByRole('dialog', { name: 'grants is created' });
    const secret = await created.locator('.code-block').first().innerText();
    expect(secret).toMatch(/^whsec_/u);
    await created.getByText('A signed example').click();
    const headers = Object.fromEntries(
      (await created.getByRole('region', { name: 'Headers' }).innerText())
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    const body = await created.getByRole('region', { name: 'Body' }).innerText();
    expect(isSignedBy(secret, { headers, body, event: {} })).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await created.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: 'grants', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'No delivery yet' }).waitFor();
    const content = await page.content();
    expect(content).not.toContain(secret);
    expect(content).not.toContain(secretPath);
  });

  it('sends a test and shows what was sent and answered, in two clicks from the list', async () => {
    receiver.answer((response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end(
        `<h1>Maintenance</h1><script>document.title='x'</script>${'<p>é</p>'.repeat(25_000)}`,
      );
    });
    const page = await open('/operate/webhooks');
    await page.getByRole('link', { name: 'grants', exact: true }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    const sheet = page.getByRole('dialog', { name: 'Test' });
    const answer = sheet.getByRole('region', { name: 'Answer of the receiver' });
    await answer.waitFor();
    expect(await answer.innerText()).toContain('<h1>Maintenance</h1><script>');
    await sheet.getByText('Only the beginning is kept.').waitFor();
    await sheet.getByText('POST').waitFor();
    expect(await sheet.innerText()).not.toContain(secretPath);
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await overflowOf(page)).toBe(0);
    receiver.answer((response) => response.writeHead(204).end());
    await sheet.getByRole('button', { name: 'Send again' }).click();
    await sheet.getByText('The delivery is sent again.').waitFor();
    await sheet.getByText('HTTP 204').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Given up/u }).click();
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
  });

  it('is switched off and resumed, and sends meanwhile nothing', async () => {
    const page = await open('/operate/webhooks/grants');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Switched off').first().waitFor();
    receiver.received.length = 0;
    await stack.api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await page.getByRole('button', { name: 'Resume' }).click();
    await deliveries().filter({ hasText: 'Team checkout' }).getByText('Delivered').waitFor();
    expect(receiver.received.map(({ event }) => event.subject)).toEqual(['checkout']);
    // The address, which the page does not show, is still the same.
    const { json } = await stack.api.send('GET', '/api/webhooks/grants');
    expect(json.url).toBe(`${receiver.url}/${secretPath}`);
  });

  it('rotates its secret, and both sign for a day', async () => {
    const page = await open('/operate/webhooks/grants');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const shown = page.getByRole('dialog', { name: 'The new secret' });
    const secret = await shown.locator('.code-block').first().innerText();
    await shown.getByText('The former secret signs too until').waitFor();
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    receiver.received.length = 0;
    await page.getByRole('button', { name: 'Send test' }).click();
    const message = await until('the test arrives', () => receiver.received[0]);
    expect(isSignedBy(secret, message)).toBe(true);
    expect(String(message.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('sends exactly the events again that it has counted', async () => {
    const page = await open('/operate/webhooks/grants');
    receiver.received.length = 0;
    await page.getByRole('button', { name: 'Replay events' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From day').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Count the events' }).click();
    await dialog.getByText('1 event would be sent again:').waitFor();
    await stack.api.send('PUT', '/api/teams/marketing', { body: team('marketing') });
    await until('the new event was sent', () => receiver.received.length === 1);
    await dialog.getByRole('button', { name: 'Send 1 event again' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Change the choice' }).click();
    await dialog.getByRole('button', { name: 'Count the events' }).click();
    await dialog.getByRole('button', { name: 'Send 2 events again' }).click();
    await page.getByRole('row', { name: /2 of 2.*Done/u }).waitFor();
    expect(receiver.received.slice(1).map(({ event }) => event.subject)).toEqual([
      'checkout',
      'marketing',
    ]);
  });

  it('sends all failed deliveries again, names their number, and says what became of each', async () => {
    const { knex } = stack.api.database;
    const given = await knex('webhook_deliveries')
      .whereIn('subject_id', ['checkout', 'marketing'])
      .update({ status: 'failed', last_error: 'given up' });
    // Its event is no longer kept.
    const [old] = await knex('webhook_deliveries').where({ status: 'failed' }).limit(1);
    await knex('webhook_deliveries').insert({
      ...old,
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      event_id: '01890a5d-ac96-774b-bcce-b302099a8058',
    });
    receiver.received.length = 0;
    const page = await open('/operate/webhooks/grants');
    await page.getByRole('button', { name: /^Given up/u }).click();
    await page.getByRole('button', { name: `Send ${given + 1} again` }).click();
    const asked = page.getByRole('dialog', { name: `Send ${given + 1} failed deliveries again?` });
    await asked.getByRole('listitem').nth(given).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await asked.getByRole('button', { name: `Send ${given + 1} again` }).click();
    const told = page.getByRole('dialog', { name: 'What becomes of each delivery' });
    await told.getByText(`${given + 1} of ${given + 1} handled`).waitFor();
    expect(await told.getByText('Sent again').count()).toBe(given);
    await told.getByText('The event is no longer kept').waitFor();
    await told.getByRole('button', { name: 'Close', exact: true }).last().click();
    await until('all were sent', () => receiver.received.length === given);
    await page.getByRole('button', { name: 'Send 1 again' }).waitFor();
  });

  it('is edited and deleted by its name', async () => {
    const page = await open('/operate/webhooks/grants');
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit grants' });
    await form.getByRole('button', { name: 'Accesses' }).click();
    await form.getByRole('button', { name: 'Save webhook' }).click();
    await page.getByRole('complementary').getByText('Team*, Access*').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const danger = page.getByRole('dialog', { name: 'Delete grants?' });
    await danger.getByLabel('Type grants to go on').fill('grants');
    await danger.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
  });
});
