import type { TestApi } from '../../support/http/api.ts';
import { product } from '../../support/builders/contracts.ts';
import { hasGit } from '../../support/servers/git-server.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { describeGit, useGitStack } from '../../support/servers/git-stack.ts';
import { until } from '../../support/until.ts';

const token = 'repository-token-of-imports-8be1';
let api: TestApi;
let git: GitServer;

const text = (id: string, owner = 'checkout') =>
  `apiVersion: v3.1.0\nkind: DataContract\nid: ${id}\nname: ${id} # kept\nversion: 1.0.0\nstatus: draft\nteam: { name: ${owner} }\n`;
const target = (change: object = {}) => ({
  gitConnectionType: 'git',
  repositoryUrl: git.url(),
  repositoryPath: 'contracts/orders.yaml',
  ...change,
});
const importOne = (change: object = {}, kind = 'datacontracts', key?: string) =>
  api.send('POST', `/api/${kind}/import/git`, { body: target(change), ...(key && { key }) });
const importMany = (change: object = {}) =>
  api.send('POST', '/api/git-imports', {
    body: target({ resource: 'datacontracts', repositoryPath: 'contracts/**/*.yaml', ...change }),
  });
const filesOf = async (id: string) =>
  (await api.send('GET', `/api/git-imports/${id}/files`)).json.map(
    ({ path, verdict, code }: Record<string, string>) =>
      [path, verdict, ...(code ? [code] : [])].join(' '),
  );
const counts = (some: object) => ({
  imported: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  existing: 0,
  refused: 0,
  ...some,
});
const exists = async (id: string) => (await api.send('GET', `/api/datacontracts/${id}`)).status;

useGitStack(token, (stack) => {
  ({ api, git } = stack);
});
beforeEach(() => void (hasGit && git.create()));
afterEach(async () => {
  if (!hasGit) return;
  for (const { id } of (await api.send('GET', '/api/datacontracts')).json)
    await api.send('DELETE', `/api/datacontracts/${id}`);
  git.drop();
});

describeGit('the import of a file', () => {
  it('stores it as a new contract that is connected with it, byte for byte', async () => {
    git.commit({ 'contracts/orders.yaml': text('orders') });
    const imported = await importOne();
    expect([imported.status, imported.headers.get('location')]).toEqual([
      201,
      '/api/datacontracts/orders',
    ]);
    expect(imported.json).toMatchObject({
      repositoryPath: 'contracts/orders.yaml',
      syncStatus: 'UP_TO_DATE',
      lastHash: git.git(['rev-parse', 'main:contracts/orders.yaml']),
    });
    const stored = await api.send('GET', '/api/datacontracts/orders/datacontract.yaml');
    expect(stored.text).toBe(text('orders'));
    const twice = await importOne();
    expect([twice.status, twice.json.code]).toEqual([409, 'already_exists']);
  });

  it('stores a data product', async () => {
    git.commit({ 'shop.json': JSON.stringify(product('shop')) });
    expect((await importOne({ repositoryPath: 'shop.json' }, 'dataproducts')).status).toBe(201);
    expect((await api.send('GET', '/api/dataproducts/shop')).json.name).toBe('Product shop');
  });

  it('never replaces a contract that exists', async () => {
    await api.send('PUT', '/api/datacontracts/orders', {
      body: text('orders').replace('orders #', 'ours #'),
      headers: { 'content-type': 'application/yaml' },
    });
    git.commit({ 'contracts/orders.yaml': text('orders') });
    const refused = await importOne();
    expect([refused.status, refused.json.code]).toEqual([409, 'already_exists']);
    expect((await api.send('GET', '/api/datacontracts/orders')).json.name).toBe('ours');
  });

  it.each<[string, string, number, string]>([
    ['that does not exist', '', 422, 'git_refused'],
    ['that is no contract', 'a: 1\n', 422, 'invalid_document'],
    ['that is no YAML', 'a: [\n', 422, 'invalid_document'],
    ['of another kind', JSON.stringify(product('shop')), 422, 'invalid_document'],
    ['of an unknown team', text('orders', 'nobody'), 422, 'ownership_missing'],
  ])('%s is refused', async (_, content, status, code) => {
    git.commit({ 'x.txt': 'x', ...(content !== '' && { 'contracts/orders.yaml': content }) });
    const refused = await importOne();
    expect([refused.status, refused.json.code]).toEqual([status, code]);
    expect(await exists('orders')).toBe(404);
  });

  it('needs a credential that the caller may use, and that the owner of the contract has', async () => {
    git.commit({ 'contracts/orders.yaml': text('orders', 'other') });
    const unknown = await importOne({ gitCredentialExternalId: 'none' });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
    const { text: key } = await api.newKey('team', { teamId: 'other' });
    const foreign = await importOne({ gitCredentialExternalId: 'robot' }, 'datacontracts', key);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    const without = await importOne({}, 'datacontracts', key);
    expect([without.status, without.json.code]).toEqual([422, 'git_credential_missing']);
    const owned = await importOne();
    expect([owned.status, owned.json.code]).toEqual([422, 'git_credential_missing']);
    expect(await exists('orders')).toBe(404);
  });

  it('says that the Git host cannot be reached', async () => {
    git.intercept((_, res) => Boolean(res.writeHead(503).end(token)));
    const failed = await importOne();
    git.intercept(() => false);
    expect([failed.status, failed.json.code]).toEqual([502, 'git_unreachable']);
    expect(failed.text).not.toContain(token);
  });
});

describeGit('the import of many files', () => {
  const files = {
    'contracts/a.yaml': text('a'),
    'contracts/deep/er/b.yaml': text('b'),
    'contracts/broken.yaml': 'a: [\n',
    'contracts/theirs.yaml': text('theirs', 'nobody'),
    'contracts/twice.yaml': text('a'),
    'contracts/link.yaml': { link: 'a.yaml' },
    'contracts/readme.md': 'no contract',
    'elsewhere.yaml': text('elsewhere'),
  };

  it('is judged file by file in a preview, which stores nothing, and then as it was judged', async () => {
    git.commit(files);
    const { status, json: preview } = await importMany({ preview: true });
    expect([status, preview.outcome, preview.files]).toEqual([
      200,
      'SUCCESS',
      counts({ new: 2, existing: 1, refused: 3 }),
    ]);
    const verdicts = (done: string) => [
      `contracts/a.yaml ${done}`,
      'contracts/broken.yaml REFUSED invalid_document',
      `contracts/deep/er/b.yaml ${done}`,
      'contracts/link.yaml REFUSED git_refused',
      'contracts/theirs.yaml REFUSED ownership_missing',
      'contracts/twice.yaml EXISTS already_exists',
    ];
    expect(await filesOf(preview.id)).toEqual(verdicts('NEW'));
    expect(await exists('a')).toBe(404);
    expect(await api.database.knex('git_connections').where({ kind: 'data-contract' })).toEqual([]);
    const { json } = await importMany();
    expect(json.files).toEqual(counts({ imported: 2, existing: 1, refused: 3 }));
    expect(await filesOf(json.id)).toEqual(verdicts('IMPORTED'));
    for (const id of ['a', 'b'])
      expect((await api.send('GET', `/api/datacontracts/${id}/gitconnection`)).json).toMatchObject({
        syncStatus: 'UP_TO_DATE',
      });
    expect([await exists('elsewhere'), await exists('theirs')]).toEqual([404, 404]);
  });

  it('tells files that equal their document from those that differ, and lists those of one verdict', async () => {
    git.commit(files);
    await importMany();
    git.commit({ 'contracts/a.yaml': text('a').replace('1.0.0', '2.0.0') });
    const { json } = await importMany({ preview: true, gitCredentialExternalId: 'robot' });
    expect(json.gitCredentialExternalId).toBe('robot');
    expect(json.files).toEqual(counts({ changed: 1, unchanged: 2, refused: 3 }));
    const of = async (verdict: string) =>
      (await api.send('GET', `/api/git-imports/${json.id}/files?verdict=${verdict}`)).json;
    expect(await of('CHANGED')).toEqual([
      {
        path: 'contracts/a.yaml',
        verdict: 'CHANGED',
        documentId: 'a',
        code: 'already_exists',
        message: expect.stringContaining('differs from it'),
      },
    ]);
    expect((await of('UNCHANGED')).map(({ path }: { path: string }) => path)).toEqual([
      'contracts/deep/er/b.yaml',
      'contracts/twice.yaml',
    ]);
    const page = await api.send('GET', `/api/git-imports/${json.id}/files?verdict=REFUSED&limit=1`);
    expect(page.headers.get('link')).toContain('verdict=REFUSED');
    expect((await api.send('GET', '/api/datacontracts/a')).json.version).toBe('1.0.0');
  });

  it('says of each refused file what to change', async () => {
    git.commit({
      'contracts/broken.yaml': 'a: 1\nb: [\n',
      'contracts/list.yaml': 'a: 1\n',
      'contracts/product.yaml': JSON.stringify(product('shop')),
      'contracts/schema.yaml': `${text('schema')}schema: 5\n`,
    });
    const { json } = await importMany({ preview: true });
    const refused = (await api.send('GET', `/api/git-imports/${json.id}/files`)).json;
    const said = refused.map(({ message }: { message: string }) => message);
    expect(said).toEqual([
      expect.stringMatching(/^The file is .*YAML.*line [23]/),
      "The file is no data contract: it needs the member 'kind: DataContract'.",
      'The file is no data contract, but a data product: import it as a data product.',
      'This is not a valid data contract: schema must be a list.',
    ]);
  });

  it('goes on with the files that have no verdict yet', async () => {
    git.commit(files);
    const { json } = await importMany();
    const { knex } = api.database;
    // As after the death of a worker between two files.
    await knex('git_import_files').where({ path: 'contracts/deep/er/b.yaml' }).delete();
    await api.send('DELETE', '/api/datacontracts/b');
    await knex('git_imports').where({ id: json.id }).update({ outcome: null, ended_at: null });
    const { work_id: id } = await knex('git_imports').where({ id: json.id }).first();
    await knex('work').where({ id }).update({ state: 'FAILED', finished_at: new Date() });
    expect((await api.send('POST', `/api/ops/work/${id}/retry`)).status).toBeLessThan(300);
    const again = await until('the import has ended', async () => {
      const { json: now } = await api.send('GET', `/api/git-imports/${json.id}`);
      return now.outcome !== null && now;
    });
    expect([again.outcome, again.files.imported, await exists('b')]).toEqual(['SUCCESS', 2, 200]);
  });

  it('is paged, cancelled, and shown to nobody but its requester and the organization', async () => {
    git.commit(files);
    const { json } = await importMany({ preview: true });
    const at = `/api/git-imports/${json.id}`;
    const page = await api.send('GET', `${at}/files?limit=2&after=contracts/a.yaml`);
    expect(page.json.map(({ path }: { path: string }) => path)).toEqual([
      'contracts/broken.yaml',
      'contracts/deep/er/b.yaml',
    ]);
    expect(page.headers.get('link')).toContain('after=contracts%2Fdeep%2Fer%2Fb.yaml');
    expect((await api.send('POST', `${at}/cancel`)).json.outcome).toBe('SUCCESS');
    const { text: key } = await api.newKey('team', { teamId: 'checkout' });
    for (const path of [at, `${at}/files`, '/api/git-imports/none'])
      expect((await api.send('GET', path, { key })).status).toBe(404);
  });

  it('has its steps in the audit trail of the organization', async () => {
    git.commit(files);
    const { json } = await importMany();
    const entries = (await api.send('GET', '/api/audit?kind=organization')).json;
    const own = entries.filter(
      ({ data }: { data?: { gitImportId?: string } }) => data?.gitImportId === json.id,
    );
    const at = { repositoryUrl: git.url(), branch: 'main', path: 'contracts/**/*.yaml' };
    const end = { outcome: 'SUCCESS', commit: json.commit };
    expect(own).toEqual([
      expect.objectContaining({ type: 'GitImportEnded', data: expect.objectContaining(end) }),
      expect.objectContaining({ type: 'GitImportRequested', data: expect.objectContaining(at) }),
    ]);
  });

  it.each<[string, object, string]>([
    ['without a kind', { resource: undefined }, 'resource'],
    ['of another kind', { resource: 'teams' }, 'resource'],
    ['of a path that leads out', { repositoryPath: '../**' }, 'repositoryPath'],
  ])('%s is refused', async (_, change, field) => {
    const refused = await importMany(change);
    expect([refused.status, refused.json.violations?.[0]?.field]).toEqual([422, field]);
  });
});
