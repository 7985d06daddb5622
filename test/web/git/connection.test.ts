import { fillForAccess } from '../../support/builders/access.ts';
import { hasGit, startGitServer } from '../../support/servers/git-server.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const token = 'repository-token-never-shown-52e9';
const describeGit = hasGit ? describeInBrowser : describe.skip;

describeGit('the file in Git of a document', () => {
  let stack: WebStack;
  let git: GitServer;
  let window: Window;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    [stack, git] = await Promise.all([
      startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] }),
      startGitServer(token),
    ]);
    git.create();
    await fillForAccess(stack.api);
    for (const name of ['marketing-owner', 'checkout-owner']) {
      keys[name] = (await stack.api.newKey('user', { email: `${name}@example.com` })).text;
    }
    const body = { gitConnectionType: 'git', host: git.host, authenticationToken: token };
    await stack.api.send('POST', '/api/teams/checkout/gitcredentials', {
      body: { externalId: 'robot', tokenName: 'Repositories of the shop', ...body },
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await git?.stop();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const open = async (path: string, { by = 'checkout-owner', width = 1440 } = {}) => {
    window = await stack.open({ key: keys[by] ?? '', width });
    window.page.setDefaultTimeout(15_000);
    await window.goto(path);
    return window.page;
  };
  const text = (id: string, purpose: string): string =>
    `apiVersion: v3.1.0\nkind: DataContract\nid: ${id}\nname: Parcels # kept\nversion: 1.0.0\nstatus: draft\nteam: { name: checkout }\ndescription: { purpose: ${purpose} }\n`;
  const put = async (id: string, purpose: string): Promise<void> => {
    const headers = { 'content-type': 'application/yaml' };
    const path = `/api/datacontracts/${id}`;
    const { status } = await stack.api.send('PUT', path, { headers, body: text(id, purpose) });
    expect(status).toBe(200);
  };
  const stored = async (id: string): Promise<string> =>
    (await stack.api.send('GET', `/api/datacontracts/${id}/datacontract.yaml`)).text;
  const fileOf = (id: string): string => `contracts/${id}.odcs.yaml`;
  const connect = async (id: string, purpose: string): Promise<void> => {
    await put(id, purpose);
    const target = { repositoryUrl: git.url(), repositoryPath: fileOf(id) };
    const body = { gitConnectionType: 'git', ...target };
    const path = `/api/datacontracts/${id}/gitconnection`;
    expect((await stack.api.send('PUT', path, { body })).json.problem).toBe(null);
  };
  /** Both sides were equal, and both have changed since. */
  const tear = async (id: string): Promise<void> => {
    await connect(id, 'first');
    await stack.api.send('POST', `/api/datacontracts/${id}/gitconnection/push`);
    git.commit({ [fileOf(id)]: text(id, 'theirs') });
    await put(id, 'ours');
    await stack.api.send('POST', `/api/datacontracts/${id}/gitconnection/check`);
  };

  it('is connected, pushed and pulled, with the state of both sides and the log of each run', async () => {
    await put('parcels', 'first');
    const page = await open('/datacontracts/parcels/git');
    await page.getByRole('button', { name: 'Connect with a file' }).click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Address of the repository').fill(git.url());
    await dialog.getByLabel('Path of the file').fill('../outside.yaml');
    expect(await dialog.getByLabel('Git host').inputValue()).toBe('git');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByText("must be the path of a file, without '..'").first().waitFor();
    await dialog.getByLabel('Path of the file').fill(fileOf('parcels'));
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Ahead of the file').waitFor();
    await page.getByText('The file does not exist yet.').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await dialog.getByLabel('Commit message').fill('Publish parcels');
    await dialog.getByRole('button', { name: 'Push commit' }).click();
    await page.getByText('In sync').waitFor();
    expect(git.read(fileOf('parcels'))).toBe(text('parcels', 'first'));
    expect(git.git(['log', '-1', '--format=%s'])).toBe('Publish parcels');

    git.commit({ [fileOf('parcels')]: text('parcels', 'theirs') });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Behind the file').waitFor();
    expect(await page.getByRole('button', { name: 'Push', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Pull', exact: true }).click();
    await page.getByText('In sync').waitFor();
    expect(await stored('parcels')).toBe(text('parcels', 'theirs'));
    await page.getByText('Pulled as revision 2 of the document.').first().waitFor();
    await page
      .getByText(/^Log, \d+ line/)
      .first()
      .click();
    await page
      .getByText(/Fetching the newest commit of branch 'main'/)
      .first()
      .waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it('shows both texts of a conflict, and replaces the side that was chosen', async () => {
    await tear('torn');
    const page = await open('/datacontracts/torn/git');
    await page.getByText('Conflict', { exact: true }).waitFor();
    const [local, remote] = [page.getByLabel('The contract'), page.getByLabel('The file')];
    await local.getByText('ours').waitFor();
    await remote.getByText('theirs').waitFor();
    for (const name of ['Pull', 'Push']) {
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    }
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep the file' }).click();
    const dialog = page.getByRole('dialog');
    expect(await stored('torn')).toBe(text('torn', 'ours'));
    await dialog.getByRole('button', { name: 'Replace the contract' }).click();
    await page.getByText('In sync').waitFor();
    expect(await stored('torn')).toBe(text('torn', 'theirs'));
    expect(git.read(fileOf('torn'))).toBe(text('torn', 'theirs'));
  });

  it('never replaces a side that has changed since it was seen', async () => {
    await tear('moved');
    const page = await open('/datacontracts/moved/git');
    await page.getByLabel('The file').getByText('theirs').waitFor();
    git.commit({ [fileOf('moved')]: text('moved', 'newer') });
    await page.getByRole('button', { name: 'Keep the contract' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Replace the file' }).click();
    const runs = page.getByRole('region', { name: 'Pulls, pushes and checks' });
    await runs.getByText(/choose “Keep the contract” or “Keep the file”/).waitFor();
    expect(git.read(fileOf('moved'))).toBe(text('moved', 'newer'));
    // The page shows the newer text, which can then be replaced.
    await page.getByLabel('The file').getByText('newer').waitFor();
    await page.getByRole('button', { name: 'Keep the contract' }).click();
    await dialog.getByRole('button', { name: 'Replace the file' }).click();
    await page.getByText('In sync').waitFor();
    expect(git.read(fileOf('moved'))).toBe(text('moved', 'ours'));
  });

  it('shows a run with its progress, and cancels it', async () => {
    await connect('slow', 'first');
    const page = await open('/datacontracts/slow/git');
    await page.getByText('Ahead of the file').waitFor();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    git.intercept((_, res) => {
      void held.then(() => res.destroy());
      return true;
    });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const run = page.getByRole('group', { name: 'Checking the file' });
    await run.getByText('Fetching the newest commit').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Pull', exact: true }).isDisabled()).toBe(true);
    await run.getByRole('button', { name: 'Cancel' }).click();
    await run.waitFor({ state: 'hidden' });
    await page.getByText('Cancelled.').first().waitFor();
    release();
    git.intercept(() => false);
  });

  it('shows no ids of people who signed in without a key', async () => {
    await tear('signed');
    const id = '01980000-0000-7000-8000-00000000b0b0';
    await stack.api.database.knex('git_runs').update({ principal: `user:${id}` });
    const page = await open('/datacontracts/signed/git');
    const runs = page.getByRole('region', { name: 'Pulls, pushes and checks' });
    await runs.getByText('A person,').first().waitFor();
    expect(await runs.innerHTML()).not.toContain(id);
  });

  it('says why a repository cannot be reached, and disconnects', async () => {
    await connect('lost', 'first');
    const page = await open('/datacontracts/lost/git');
    git.intercept((_, res) => {
      res.writeHead(503).end();
      return true;
    });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Unreachable', { exact: true }).waitFor();
    git.intercept(() => false);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The contract and the file both stay.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Not connected with Git').waitFor();
  });

  it('is shown to readers with the reason why they may not change it, also on a small screen', async () => {
    await tear('read');
    const page = await open('/datacontracts/read/git', { by: 'marketing-owner', width: 375 });
    await page.getByText('Conflict', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Check', exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
    expect(await page.getByLabel('Both texts').count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    await window.close();
    const own = await open('/datacontracts/read/git', { width: 375 });
    await own.getByLabel('Both texts').waitFor();
    expect(await overflowOf(own)).toBe(0);
    expect(await seriousFindings(own)).toEqual([]);
  });

  it('is part of the page of a data product, too', async () => {
    const page = await open('/dataproducts/shop/git');
    await page.getByRole('button', { name: 'Connect with a file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the repository').fill(git.url());
    await dialog.getByLabel('Path of the file').fill('products/shop.json');
    await dialog.getByLabel('Credential').fill('robot');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Ahead of the file').waitFor();
    await page.getByText('robot', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await dialog.getByRole('button', { name: 'Push commit' }).click();
    await page.getByText('In sync').waitFor();
    expect(JSON.parse(git.read('products/shop.json'))).toMatchObject({ id: 'shop' });
  });
});
