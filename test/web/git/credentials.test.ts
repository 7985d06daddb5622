import { generateKeyPairSync } from 'node:crypto';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { useParties } from '../../support/web/parties.ts';
import { describeInBrowser } from '../../support/web/stack.ts';

const token = 'repository-token-never-shown-52e9';
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

describeInBrowser('Git credentials', () => {
  const parties = useParties(['checkout-member', 'checkout-owner']);
  const { open } = parties;
  const listed = async (owner: string) =>
    (await parties.stack.api.send('GET', `/api/${owner}/gitcredentials`)).json;

  it('of a team are added, changed without their token, and deleted', async () => {
    const page = await open('/teams/checkout/git', { by: 'checkout-owner' });
    await page.getByText('No Git credential yet').waitFor();
    await page.getByRole('button', { name: 'Add a Git credential' }).click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFindings(page)).toEqual([]);
    const add = dialog.getByRole('button', { name: 'Add credential' });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel('Name', { exact: true }).fill('Shop');
    await dialog.getByLabel('Git host').selectOption('gitea');
    await dialog.getByLabel('Host', { exact: true }).fill('https://git.example.com');
    await dialog.getByLabel('Access token').fill(token);
    await add.click();
    await dialog.getByText('a host name or an address').first().waitFor();
    await dialog.getByLabel('Host', { exact: true }).fill('git.example.com');
    await add.click();
    const row = page.getByRole('row').filter({ hasText: 'git.example.com' });
    await row.waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Change Shop' }).click();
    expect(await dialog.getByLabel('Access token').inputValue()).toBe('');
    await dialog.getByLabel('Name', { exact: true }).fill('Shop, read and write');
    await dialog.getByRole('button', { name: 'Save credential' }).click();
    await page.getByText('Shop, read and write').waitFor();
    expect(await listed('teams/checkout')).toMatchObject([
      { gitConnectionType: 'gitea', host: 'git.example.com', tokenType: 'authenticationToken' },
    ]);
    expect(await page.content()).not.toContain(token);

    await page.getByRole('button', { name: 'Delete Shop, read and write' }).click();
    await dialog.getByRole('button', { name: 'Delete credential' }).click();
    await page.getByText('No Git credential yet').waitFor();
    expect(await listed('teams/checkout')).toEqual([]);
  });

  it('can be SSH keys and GitHub Apps, which need other fields', async () => {
    const page = await open('/teams/checkout/git', { by: 'checkout-owner', width: 375 });
    const dialog = page.getByRole('dialog');
    const add = page.getByRole('button', { name: 'Add credential' });
    await page.getByRole('button', { name: 'Add a Git credential' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Deploy key');
    await dialog.getByLabel('Kind').selectOption('sshKey');
    await dialog.getByLabel('Keys of the server').fill('github.com ssh-ed25519 AAAAC3Nza');
    await dialog.getByLabel('Private SSH key').fill('no key');
    await add.click();
    await dialog.getByText('must be a private key in PEM or OpenSSH form').first().waitFor();
    await dialog.getByLabel('Private SSH key').fill(privateKey);
    await add.click();
    await page.getByText('Deploy key').waitFor();
    expect(await overflowOf(page)).toBe(0);

    await page.getByRole('button', { name: 'Add a Git credential' }).click();
    await dialog.getByLabel('Kind').selectOption('githubApp');
    await dialog.getByLabel('Name', { exact: true }).fill('App of the shop');
    await dialog.getByLabel('Id of the app').fill('4711');
    await dialog.getByLabel('Id of its installation').fill('12');
    await dialog.getByLabel('Private key of the app').fill(privateKey);
    expect(await seriousFindings(page)).toEqual([]);
    await add.click();
    await page.getByText('App of the shop').waitFor();
    expect(await listed('teams/checkout')).toMatchObject([
      { tokenType: 'sshKey', host: 'github.com', knownHosts: expect.stringContaining('ed25519') },
      { tokenType: 'githubApp', appId: '4711', installationId: '12' },
    ]);
  });

  it('tell a Member why they may not be changed', async () => {
    const page = await open('/teams/checkout/git', { by: 'checkout-member' });
    const add = page.getByRole('button', { name: 'Add a Git credential' });
    await page.getByText('Deploy key').waitFor();
    await page.getByText('can help', { exact: false }).first().waitFor();
    expect(await add.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /^Change / }).count()).toBe(0);
  });

  it('of the organization are a part of its settings', async () => {
    const page = await open('/organization/settings?part=git');
    await page.getByRole('button', { name: 'Add a Git credential' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Git host').selectOption('bitbucket');
    await dialog.getByLabel('Kind').selectOption('apiToken');
    await dialog.getByLabel('Name', { exact: true }).fill('Everybody');
    await dialog.getByLabel('Account').fill('robot@example.com');
    await dialog.getByLabel('API token', { exact: true }).fill(token);
    await dialog.getByRole('button', { name: 'Add credential' }).click();
    await page.getByText('API token of Bitbucket').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await listed('organization')).toMatchObject([
      { host: 'bitbucket.org', username: 'robot@example.com', tokenName: 'Everybody' },
    ]);
  });
});
