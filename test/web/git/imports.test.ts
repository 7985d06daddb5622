import { hasGit, startGitServer } from '../../support/servers/git-server.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { useParties } from '../../support/web/parties.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';

const token = 'repository-token-never-shown-8a41';
const describeGit = hasGit ? describeInBrowser : describe.skip;
const by = 'checkout-owner';

const text = (id: string, { owner = 'checkout', version = '1.0.0' } = {}): string =>
  `apiVersion: v3.1.0\nkind: DataContract\nid: ${id}\nname: ${id}\nversion: ${version}\nstatus: draft\nteam: { name: ${owner} }\n`;

describeGit('the import of files in Git', () => {
  const parties = useParties(['checkout-owner', 'checkout-member', 'marketing-owner'], () =>
    startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] }),
  );
  const { open } = parties;
  let git: GitServer;
  beforeAll(async () => {
    git = await startGitServer(token);
    git.create();
    git.commit({
      'contracts/parcels.odcs.yaml': text('parcels'),
      'contracts/deep/returns.odcs.yaml': text('returns'),
      'contracts/known.odcs.yaml': text('known'),
      'contracts/moved.odcs.yaml': text('moved', { version: '2.0.0' }),
      'contracts/broken.odcs.yaml': 'id: broken\nschema: [\n',
      'contracts/theirs.odcs.yaml': text('theirs', { owner: 'marketing' }),
      'readme.md': 'no contract',
    });
    const { api } = parties.stack;
    for (const id of ['known', 'moved']) {
      const headers = { 'content-type': 'application/yaml' };
      await api.send('PUT', `/api/datacontracts/${id}`, { headers, body: text(id) });
    }
    const body = { gitConnectionType: 'git', host: git.host, authenticationToken: token };
    await api.send('POST', '/api/teams/checkout/gitcredentials', {
      body: { externalId: 'robot', tokenName: 'Repositories of the shop', ...body },
    });
  });
  afterAll(() => git?.stop());
  const status = async (id: string): Promise<number> =>
    (await parties.stack.api.send('GET', `/api/datacontracts/${id}`)).status;
  const preview = async (
    path = '/studio/import',
    options: Parameters<typeof open>[1] = {},
    pattern = '**/*.odcs.yaml',
  ) => {
    const page = await open(path, { by, ...options });
    await page.getByLabel('Address of the repository').fill(git.url());
    await page.getByLabel('Path or pattern').fill(pattern);
    await page.getByLabel('Credential').fill('robot');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'Preview of the import' }).waitFor();
    return page;
  };

  it('begins with a preview in which each file has its verdict, and stores what is new', async () => {
    const page = await preview();
    const files = page.getByRole('region', { name: 'Files' }).getByRole('listitem');
    const lineOf = (path: string) => files.filter({ hasText: path });
    await lineOf('contracts/parcels.odcs.yaml').getByText('New', { exact: true }).waitFor();
    await lineOf('known').getByText('Unchanged', { exact: true }).waitFor();
    await lineOf('moved').getByText('Changed', { exact: true }).waitFor();
    await lineOf('broken').getByText('Refused', { exact: true }).waitFor();
    await lineOf('broken')
      .getByText(/YAML.*line/)
      .waitFor();
    await lineOf('theirs').getByText('Refused', { exact: true }).waitFor();
    expect(await files.count()).toBe(6);
    expect(await page.getByText('robot', { exact: true }).count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await status('parcels')).toBe(404);

    await page.getByRole('button', { name: 'Refused 2' }).click();
    await page.getByText('contracts/parcels.odcs.yaml').waitFor({ state: 'hidden' });
    expect(await files.count()).toBe(2);
    await page.getByRole('button', { name: 'All 6' }).click();

    await page.getByRole('button', { name: 'Import 2 contracts' }).click();
    await page.getByText('It is stored and connected with the file.').first().waitFor();
    await page.getByText('Imported 2').waitFor();
    await page.getByRole('link', { name: 'See all contracts' }).waitFor();
    expect([await status('parcels'), await status('returns')]).toEqual([200, 200]);
    await page.getByText(/^Log, \d+ line/).click();
    await page.getByText(/Fetching the newest commit of branch 'main'/).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByRole('link', { name: 'Connect moved with its file' }).click();
    await page.waitForURL(/\/datacontracts\/moved\/git$/);
    await page.goBack();
    await page.getByRole('link', { name: 'parcels', exact: true }).click();
    await page.waitForURL(/\/datacontracts\/parcels$/);
  });

  it('is used by keyboard on a small screen, and its repository can be changed after a preview', async () => {
    const page = await open('/studio/import', { by, width: 375, scheme: 'dark' });
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Data products' }).press('Enter');
    expect(await page.getByLabel('Path or pattern').inputValue()).toBe('**/*.odps.yaml');
    await page.getByRole('button', { name: 'Data contracts' }).press('Enter');
    await page.getByLabel('Address of the repository').fill(git.url());
    await page.keyboard.press('Enter');
    await page.getByText('Import 2 contracts').or(page.getByText('No file is new.')).waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Change repository' }).press('Enter');
    await page.getByLabel('Path or pattern').waitFor();
    expect(await page.getByLabel('Address of the repository').inputValue()).toBe(git.url());
    expect(await page.getByLabel('Path or pattern').inputValue()).toBe('**/*.odcs.yaml');
  });

  it('says at the field what is wrong, and which credential is missing', async () => {
    const page = await open('/studio/import', { by });
    const button = page.getByRole('button', { name: 'Preview' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Address of the repository').fill('shop');
    await page.getByLabel('Path or pattern').fill('../**');
    await button.click();
    await page.getByText("must be the path of a file, without '..'").first().waitFor();
    await page.getByLabel('Address of the repository').fill(git.url());
    await page.getByLabel('Path or pattern').fill('none/*.yaml');
    await page.getByLabel('Credential').fill('unknown');
    await button.click();
    await page.getByText("has a Git credential 'unknown'", { exact: false }).waitFor();
    await page.getByLabel('Credential').fill('');
    await button.click();
    await page.getByText("No file matches 'none/*.yaml' on branch 'main'.").first().waitFor();
    const start = page.getByRole('button', { name: /^Import 0/ });
    expect(await start.isDisabled()).toBe(true);
  });

  it('shows its progress, and is cancelled', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    git.intercept((_, res) => {
      void held.then(() => res.destroy());
      return true;
    });
    const page = await preview();
    const progress = page.getByRole('group', { name: 'Judging files' });
    await progress.getByText('Fetching the newest commit').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await progress.getByRole('button', { name: 'Cancel preview' }).click();
    await progress.waitFor({ state: 'hidden' });
    await page.getByText('The preview was cancelled. Nothing was stored.').waitFor();
    release();
    git.intercept(() => false);
  });

  it('says why a repository cannot be reached', async () => {
    git.intercept((_, res) => Boolean(res.writeHead(503).end()));
    const page = await preview();
    await page.getByRole('alert').waitFor();
    await page.getByText('Failed', { exact: true }).waitFor();
    git.intercept(() => false);
  });

  it('is shown only to the person who requested it', async () => {
    const page = await preview();
    const { pathname } = new URL(page.url());
    await parties.window.close();
    const other = await open(pathname, { by: 'marketing-owner' });
    await other.getByText('Gone, or never was').waitFor();
  });

  it('is reached from the lists, the studio and new documents by those who may add documents', async () => {
    const page = await open('/?kind=DATA_PRODUCT', { by });
    await page.getByRole('link', { name: 'Import from Git' }).click();
    await page.waitForURL(/\/studio\/import\?kind=dataproducts$/);
    expect(await page.getByLabel('Path or pattern').inputValue()).toBe('**/*.odps.yaml');
    for (const path of ['/?kind=DATA_CONTRACT', '/studio', '/studio/new-contract']) {
      await parties.window.goto(path);
      await page.getByRole('link', { name: 'Import from Git' }).waitFor();
    }
    await parties.window.close();
    const member = await open('/?kind=DATA_CONTRACT', { by: 'checkout-member' });
    await member.locator('.hit h3 a').first().waitFor();
    expect(await member.getByRole('link', { name: 'Import from Git' }).count()).toBe(0);
  });
});
