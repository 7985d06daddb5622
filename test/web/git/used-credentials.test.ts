import {
  hasGit,
  hasSshd,
  startGitServer,
  startSshServer,
} from '../../support/servers/git-server.ts';
import type { GitServer, SshServer } from '../../support/servers/git-server.ts';
import { useParties } from '../../support/web/parties.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';

const token = 'repository-token-never-shown-77d2';
const describeGit = hasGit ? describeInBrowser : describe.skip;
const itOverSsh = hasSshd ? it : it.skip;
const by = 'checkout-owner';

const text = (id: string): string =>
  `apiVersion: v3.1.0\nkind: DataContract\nid: ${id}\nname: ${id}\nversion: 1.0.0\nstatus: draft\nteam: { name: checkout }\n`;

describeGit('a Git credential that somebody has added', () => {
  const parties = useParties([by], () => startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] }));
  const { open } = parties;
  let git: GitServer;
  let ssh: SshServer | undefined;
  beforeAll(async () => {
    git = await startGitServer(token);
    git.create();
    git.commit({ 'readme.md': 'Contracts' });
    if (hasSshd) ssh = await startSshServer(git.folder);
  });
  afterAll(async () => {
    ssh?.stop();
    await git?.stop();
  });
  type Page = Awaited<ReturnType<typeof open>>;
  /** Connects a contract with a file of the repository, and pushes it. */
  const connectAndPush = async (
    id: string,
    { url, credential }: { url: string; credential?: string },
  ): Promise<Page> => {
    const headers = { 'content-type': 'application/yaml' };
    await parties.stack.api.send('PUT', `/api/datacontracts/${id}`, { headers, body: text(id) });
    const page = await open(`/datacontracts/${id}/git`, { by });
    await page.getByRole('button', { name: 'Connect with a file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the repository').fill(url);
    await dialog.getByLabel('Path of the file').fill(`${id}.odcs.yaml`);
    if (credential !== undefined) await dialog.getByLabel('Credential').fill(credential);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Ahead of the file').waitFor();
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await dialog.getByRole('button', { name: 'Push commit' }).click();
    await page.getByText('In sync').waitFor();
    return page;
  };

  it('for the organization is used by the documents of a team that name it', async () => {
    const settings = await open('/organization/settings?part=git');
    await settings.getByRole('button', { name: 'Add a Git credential' }).click();
    const dialog = settings.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Everybody');
    await dialog.getByLabel('Git host').selectOption('git');
    await dialog.getByLabel('Host', { exact: true }).fill(git.host);
    await dialog.getByLabel('Access token').fill(token);
    await dialog.getByLabel('Id for API clients').fill('everybody');
    await dialog.getByRole('button', { name: 'Add credential' }).click();
    await settings.getByRole('row').filter({ hasText: 'Everybody' }).waitFor();
    await parties.window.close();
    const page = await connectAndPush('named', { url: git.url(), credential: 'everybody' });
    await page.getByText('everybody', { exact: true }).waitFor();
    expect(git.read('named.odcs.yaml')).toBe(text('named'));
    expect(await page.content()).not.toContain(token);
  });

  itOverSsh('as an SSH key is used for addresses of SSH', async () => {
    if (ssh === undefined) throw new Error('the SSH server was not started');
    const { port, privateKey, knownHosts, url } = ssh;
    const team = await open('/teams/checkout/git', { by });
    await team.getByRole('button', { name: 'Add a Git credential' }).click();
    const dialog = team.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Deploy key');
    await dialog.getByLabel('Git host').selectOption('git');
    await dialog.getByLabel('Kind').selectOption('sshKey');
    await dialog.getByLabel('Host', { exact: true }).fill(`127.0.0.1:${port}`);
    await dialog.getByLabel('Keys of the server').fill(knownHosts);
    await dialog.getByLabel('Private SSH key').fill(privateKey);
    await dialog.getByRole('button', { name: 'Add credential' }).click();
    await team.getByRole('row').filter({ hasText: 'Deploy key' }).waitFor();
    await parties.window.close();
    const page = await connectAndPush('keyed', { url: url() });
    expect(git.read('keyed.odcs.yaml')).toBe(text('keyed'));
    expect(await page.content()).not.toContain(privateKey.split('\n')[1]);
  });
});
