import { team } from '../../support/builders/contracts.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';
import { hasGit, startGitServer } from '../../support/servers/git-server.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

const token = 'token-of-ontologies-never-shown-19c4';
const describeGit = hasGit ? describeInBrowser : describe.skip;
const text = (namespace: string, about: string): string =>
  ontology(namespace, [entity('Order', about), entity('Customer')]);
const fileOf = (namespace: string): string => `terms/${namespace}.yaml`;

describeGit('the file in Git of an ontology', () => {
  let stack: WebStack;
  let git: GitServer;
  let window: Window;
  let call: ReturnType<typeof semantics>;
  beforeAll(async () => {
    [stack, git] = await Promise.all([
      startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] }),
      startGitServer(token),
    ]);
    git.create();
    call = semantics(stack.api);
    await putAll(stack.api, { 'teams/checkout': team('checkout', { name: 'Checkout' }) });
    const body = { gitConnectionType: 'git', host: git.host, authenticationToken: token };
    await stack.api.send('POST', '/api/teams/checkout/gitcredentials', { body });
  });
  afterAll(async () => {
    await stack?.stop();
    await git?.stop();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const open = async (path: string, width = 1440) => {
    window = await stack.open({ width });
    window.page.setDefaultTimeout(15_000);
    await window.goto(path);
    return window.page;
  };
  const put = async (namespace: string, about: string): Promise<void> => {
    const body = { namespace, name: `Words of ${namespace}`, team: 'checkout' };
    await stack.api.send('PUT', call.at(namespace), { body });
    expect((await call.put(namespace, text(namespace, about))).status).toBe(200);
  };

  it('is connected, pushed and pulled', async () => {
    await put('sales', 'first');
    const page = await open('/semantics/sales');
    await page.getByRole('link', { name: 'Git', exact: true }).click();
    await page.getByRole('button', { name: 'Connect with a file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the repository').fill(git.url());
    await dialog.getByLabel('Path of the file').fill('terms/sales.json');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog
      .getByText(/must not end in \.json/)
      .first()
      .waitFor();
    await dialog.getByLabel('Path of the file').fill(fileOf('sales'));
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Ahead of the file').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const stored = (await call.get('sales')).text;
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await dialog.getByRole('button', { name: 'Push commit' }).click();
    await page.getByText('In sync').waitFor();
    expect(git.read(fileOf('sales'))).toBe(stored);

    git.commit({ [fileOf('sales')]: text('sales', 'Said in the repository') });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Behind the file').waitFor();
    await page.getByRole('button', { name: 'Pull', exact: true }).click();
    await page.getByText('In sync').waitFor();
    await page.getByText('Pulled as revision 2 of the ontology.').first().waitFor();
    // The concepts of the page are read again.
    const parts = page.getByRole('navigation', { name: 'Parts of the ontology' });
    await parts.getByRole('link', { name: 'Concepts', exact: true }).click();
    await page.getByText('Said in the repository').first().waitFor();
  });

  it('shows both texts of a conflict, and replaces the side that was chosen', async () => {
    await put('torn', 'first');
    const target = { repositoryUrl: git.url(), repositoryPath: fileOf('torn') };
    const at = call.at('torn', '/gitconnection');
    await stack.api.send('PUT', at, { body: { gitConnectionType: 'git', ...target } });
    expect((await stack.api.send('POST', `${at}/push`)).status).toBe(200);
    git.commit({ [fileOf('torn')]: text('torn', 'theirs') });
    await put('torn', 'ours');
    await stack.api.send('POST', `${at}/check`);
    const page = await open('/semantics/torn?tab=git');
    await page.getByText('Conflict', { exact: true }).waitFor();
    await page.getByLabel('The ontology').getByText('ours').waitFor();
    await page.getByLabel('The file').getByText('theirs').waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    await page.reload();
    await page.getByLabel('Both texts').waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    const edit = page.getByRole('link', { name: 'Edit the ontology' });
    expect(await edit.getAttribute('href')).toBe('/semantics/torn?tab=branches');
    await page.getByRole('button', { name: 'Keep the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the ontology' }).click();
    await page.getByText('In sync').waitFor();
    expect((await call.get('torn')).text).toBe(text('torn', 'theirs'));
    expect(git.read(fileOf('torn'))).toBe(text('torn', 'theirs'));
  });
});
