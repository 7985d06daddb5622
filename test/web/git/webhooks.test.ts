import { createHmac } from 'node:crypto';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { useParties } from '../../support/web/parties.ts';
import { describeInBrowser } from '../../support/web/stack.ts';

const path = '/organization/settings?part=git';
const repository = 'https://git.example.com/acme/shop.git';

describeInBrowser('webhooks of Git hosts', () => {
  const parties = useParties(['checkout-owner']);
  const { open } = parties;
  const listed = async () => (await parties.stack.api.send('GET', '/api/git-webhooks')).json;
  const deliver = async (address: string, secret: string): Promise<number> => {
    const body = JSON.stringify({ ref: 'refs/heads/main' });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-gitea-signature': signature };
    const { pathname } = new URL(address);
    return (
      await fetch(`${parties.stack.api.address}${pathname}`, { method: 'POST', headers, body })
    ).status;
  };

  it('show their secret once with what to do with it, are listed without it, and deleted', async () => {
    const page = await open(path);
    await page.getByText('No webhook of a Git host yet').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Address of the repository').fill('shop');
    await dialog.getByLabel('Git host').selectOption('gitea');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await listed()).toEqual([]);
    await dialog.getByLabel('Address of the repository').fill(repository);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Target URL: the address.', { exact: false }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const address = await dialog
      .getByRole('region', { name: 'Address' })
      .locator('pre')
      .innerText();
    const secret = await dialog.getByRole('region', { name: 'Secret' }).locator('pre').innerText();
    const [{ url }] = await listed();
    expect(address).toBe(url);
    expect(await deliver(address, secret)).toBe(202);
    expect(await deliver(address, 'another')).toBe(404);
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have stored it' }).click();

    await page.getByRole('row').filter({ hasText: repository }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: `Set up the webhook of ${repository}` }).click();
    await dialog.getByRole('heading', { name: 'How to enter it on Gitea' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Delete the webhook of ${repository}` }).click();
    await dialog.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhook of a Git host yet').waitFor();
    expect(await deliver(address, secret)).toBe(404);
  });

  it.each([
    ['https://github.com/acme/shop.git', 'github', 'Payload URL'],
    ['https://gitlab.com/acme/shop.git', 'gitlab', 'Secret token'],
    ['https://bitbucket.org/acme/shop.git', 'bitbucket', 'Repository push'],
    ['https://dev.azure.com/acme/web/_git/shop', 'azuredevops', 'username: concordat'],
  ])('of %s are entered in its own way, also on a small screen', async (url, type, step) => {
    const page = await open(path, { width: 375, scheme: 'dark' });
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the repository').fill(url);
    expect(await dialog.getByLabel('Git host').inputValue()).toBe(type);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText(step, { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('row').filter({ hasText: url }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect((await listed()).at(-1)).toMatchObject({ gitConnectionType: type });
  });
});
