import { branchText, property } from '../../support/builders/contract-branches.ts';
import { fakeGitHost, repositoryOf } from '../../support/fakes/git-hosts.ts';
import type { FakeGitHost } from '../../support/fakes/git-hosts.ts';
import { hasGit, startGitServer } from '../../support/servers/git-server.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { useParties } from '../../support/web/parties.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';

const token = 'token-of-pull-requests-91c4';
const describeGit = hasGit ? describeInBrowser : describe.skip;
const file = 'contracts/lent.yaml';
const at = '/datacontracts/lent/git';
const by = 'checkout-owner';

describeGit('a pull request with a document', () => {
  const parties = useParties(['checkout-owner', 'marketing-owner'], () =>
    startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] }),
  );
  const { open } = parties;
  const name = repositoryOf('gitea');
  let git: GitServer;
  let host: FakeGitHost;
  const send = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    parties.stack.api.send(method, path, {
      body,
      ...(typeof body === 'string' && { headers: { 'content-type': 'application/yaml' } }),
    });
  const put = (text: string) => send('PUT', '/api/datacontracts/lent', text);
  const connect = (gitConnectionType: string) =>
    send('PUT', '/api/datacontracts/lent/gitconnection', {
      gitConnectionType,
      repositoryUrl: git.url(name),
      repositoryPath: file,
    });
  beforeAll(async () => {
    git = await startGitServer(token);
    for (const gitConnectionType of ['gitea', 'git']) {
      const body = { gitConnectionType, host: git.host, authenticationToken: token };
      await send('POST', '/api/teams/checkout/gitcredentials', body);
    }
  });
  afterAll(() => git?.stop());
  beforeEach(async () => {
    git.create(name);
    git.commit({ [file]: branchText('lent') }, { name });
    host = fakeGitHost('gitea', token);
    git.intercept((req, res) => host.handle(req, res));
    await put(branchText('lent'));
    await connect('gitea');
  });
  afterEach(async () => {
    await send('DELETE', '/api/datacontracts/lent');
    git.drop(name);
  });

  it('is opened with title and text, and linked', async () => {
    const page = await open(at, { by });
    const propose = page.getByRole('button', { name: 'Propose as pull request' });
    await page.getByText('In sync').waitFor();
    expect(await propose.isDisabled()).toBe(true);
    await page.getByText('Both sides are equal: there is nothing to propose.').waitFor();
    await put(branchText('lent', { more: property('status') }));
    await page.reload();
    await page.getByText('Ahead of the file').waitFor();
    await propose.click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFindings(page)).toEqual([]);
    expect(await dialog.getByLabel('Target branch').inputValue()).toBe('main');
    await dialog.getByLabel('Title').fill('Add the status');
    await dialog.getByLabel('Description').fill('As agreed');
    await dialog.getByLabel('New branch').fill('main');
    await dialog.getByRole('button', { name: 'Open pull request' }).click();
    await dialog.getByText('must be another branch than that of the connection').first().waitFor();
    await dialog.getByLabel('New branch').fill('add-status');
    await dialog.getByLabel('Commit message').fill('Add it');
    await dialog.getByRole('button', { name: 'Open pull request' }).click();
    const link = page.getByRole('link', { name: '#1 Add the status' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`http://${git.host}/acme/shop/pulls/1`);
    await page.getByText('is proposed in pull request 1', { exact: false }).first().waitFor();
    expect(host.opened).toMatchObject([
      { title: 'Add the status', body: 'As agreed', head: 'add-status', base: 'main' },
    ]);
    expect(git.git(['log', '-1', '--format=%s', 'add-status'], name)).toBe('Add it');
    expect(git.read(file, { name })).toBe(branchText('lent'));
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.content()).not.toContain(token);
  });

  it('replaces in a conflict only the file that was seen, also on a small screen', async () => {
    await put(branchText('lent', { more: property('ours') }));
    git.commit({ [file]: branchText('lent', { more: property('theirs') }) }, { name });
    await send('POST', '/api/datacontracts/lent/gitconnection/check');
    const page = await open(at, { by, width: 375 });
    await page.getByText('Conflict', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Propose as pull request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The file has changed, too', { exact: false }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Open pull request' }).click();
    await page.getByRole('link', { name: /^#1 / }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    const branch = host.opened[0]?.head ?? '';
    expect(git.read(file, { name, branch })).toContain('ours');
    expect(git.read(file, { name })).toContain('theirs');
  });

  it('says why it cannot be opened', async () => {
    await put(branchText('lent', { more: property('status') }));
    host.before = (_, res) => Boolean(res.writeHead(403).end('{"message":"no rights"}'));
    const page = await open(at, { by });
    await page.getByRole('button', { name: 'Propose as pull request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open pull request' }).click();
    await page.getByText('Failed', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Pull requests' }).count()).toBe(0);
    await connect('git');
    await page.reload();
    await page.getByText('Another Git server has no pull requests', { exact: false }).waitFor();
    await parties.window.close();
    const reader = await open(at, { by: 'marketing-owner' });
    const propose = reader.getByRole('button', { name: 'Propose as pull request' });
    await propose.waitFor();
    expect(await propose.isDisabled()).toBe(true);
  });
});
