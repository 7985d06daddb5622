import { contract, product, team } from '../../support/builders/contracts.ts';
import { seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

describeInBrowser('scores, and settings of scores, types and mails', () => {
  let stack: WebStack;
  const opened: Window[] = [];
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, {
      'teams/checkout': team('checkout', { members: [{ emailAddress: 'noor@example.com' }] }),
      'datacontracts/orders': contract('orders'),
      'dataproducts/shop': product('shop', ['orders']),
    });
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const open = async (at: string) => {
    const window = await stack.open();
    opened.push(window);
    await window.goto(at);
    return window.page;
  };

  it('shows the score of a product, and how to get the missing points', async () => {
    const page = await open('/dataproducts/shop/quality');
    await page.getByText('Poor, 30 of 100').waitFor();
    expect(await page.locator('.score-strip li').count()).toBe(8);
    await page
      .getByRole('img', { name: /Contract tests passing: Not fulfilled, 0 of 20/ })
      .waitFor();
    await page.getByText('How to get the points of 6 rules').click();
    const advice = page.locator('.score-advice li').filter({ hasText: 'Terms of use (+10).' });
    await advice.getByRole('link', { name: 'orders' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('shows the first part if the address names another one', async () => {
    const page = await open('/organization/settings?part=no-such');
    await page.getByRole('textbox', { name: 'Name' }).first().waitFor();
  });

  it('changes the points of rules, and says at the field what is wrong', async () => {
    const page = await open('/organization/settings?part=products');
    const scores = page.getByRole('form', { name: 'Scores of data products' });
    await scores.getByLabel('Points for: Lineage known').fill('200');
    await scores.getByRole('button', { name: 'Save changes' }).click();
    await scores.getByRole('alert').first().waitFor();
    await scores.getByLabel('Points for: Lineage known').fill('0');
    await scores.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved.').first().waitFor();
    const { json } = await stack.api.send('GET', '/api/dataproducts/shop/score');
    expect([json.score, json.rulesApplicable]).toEqual([33, 7]);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('adds a type of data products, and restores the built-in ones', async () => {
    const page = await open('/organization/settings?part=products');
    const types = page.getByRole('form', { name: 'Types of data products' });
    await types.getByRole('button', { name: 'Add a type' }).click();
    await types.getByLabel('Type', { exact: true }).last().fill('dashboard');
    await types.getByLabel('Has output ports').last().uncheck();
    await types.getByRole('button', { name: 'Save changes' }).click();
    await types.getByRole('button', { name: 'Restore the built-in types' }).waitFor();
    const read = async () =>
      (await stack.api.send('GET', '/api/settings/dataproduct-types')).json.dataProductTypes;
    expect((await read()).at(-1)).toMatchObject({ id: 'dashboard', behavior: 'data-consumer' });
    await types.getByRole('button', { name: 'Restore the built-in types' }).click();
    await types.getByText('These types are built in').waitFor();
    expect(await read()).toHaveLength(3);
  });

  it('previews, changes and restores the text of a mail', async () => {
    const page = await open('/organization/settings?part=mails');
    await page.getByLabel('Mail', { exact: true }).selectOption('access-expiry');
    const mail = page.getByRole('form', { name: 'Access ends soon' });
    await mail.getByLabel('Body').fill('Dear {{nobody}}');
    await mail.getByRole('button', { name: 'Save changes' }).click();
    await mail
      .getByText(/unknown placeholder/)
      .first()
      .waitFor();
    await mail.getByLabel('Body').fill('Dear {{provider}},\n\n{{message}}');
    await mail.getByRole('button', { name: 'Preview' }).click();
    await mail.getByText('Dear Checkout,').waitFor();
    await mail.getByRole('button', { name: 'Save changes' }).click();
    await mail.getByRole('button', { name: 'Restore the built-in text' }).click();
    await mail
      .getByRole('button', { name: 'Restore the built-in text' })
      .waitFor({ state: 'detached' });
    const { json } = await stack.api.send('GET', '/api/settings/email-templates');
    expect(json.templates['access-expiry'].languages.en.customized).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
