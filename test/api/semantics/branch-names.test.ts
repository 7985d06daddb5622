import { entity, ontology, order, orderId, semantics } from '../../support/builders/ontologies.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api);
  call = semantics(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

it('a branch may have a name with slashes, which paths encode', async () => {
  const [name, encoded] = ['feature/orders/new', 'feature%2Forders%2Fnew'];
  await call.put('slashed', ontology('slashed'));
  const cut = await call.cut('slashed', encoded);
  expect([cut.status, cut.json.name]).toEqual([200, name]);
  const text = ontology('slashed', [order, orderId, entity('New')]);
  expect((await call.putBranch('slashed', encoded, text)).status).toBe(200);
  expect((await call.getBranch('slashed', encoded)).json).toMatchObject({ name, revision: 2 });
  const document = await api.send('GET', call.branchAt('slashed', encoded, '/ontology.yaml'));
  expect(document.text).toBe(text);
  const changes = await call.changes('slashed', encoded);
  expect(changes.json.map(({ op }: { op: string }) => op)).toEqual(['add']);
  await call.cut('slashed', 'feature%2Fother');
  const page = await api.send('GET', call.at('slashed', '/branches?size=1'));
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await api.send('GET', next.slice(api.address.length));
  const names = [...page.json, ...rest.json].map((branch: { name: string }) => branch.name);
  expect(names).toEqual([name, 'feature/other']);
  const rebase = await api.send('POST', call.branchAt('slashed', encoded, '/rebase'));
  expect([rebase.status, rebase.json.name]).toEqual([200, name]);
  const rehearsal = await api.send('POST', call.branchAt('slashed', encoded, '/merge?dryRun=true'));
  expect(JSON.stringify(rehearsal.json.effects)).toContain(`"branch":"${name}"`);
  expect((await call.merge('slashed', encoded)).status).toBe(204);
  expect((await call.get('slashed')).text).toBe(text);
  const revisions = (await api.send('GET', call.at('slashed', '/revisions'))).json;
  expect(JSON.stringify(revisions[0])).toContain(name);
  const audit = (await api.send('GET', call.branchAt('slashed', encoded, '/audit'))).json;
  expect(audit.map(({ type }: { type: string }) => type)).toContain('SemanticBranchMergedEvent');
  expect((await api.send('GET', call.branchAt('slashed', name))).status).toBe(404);
  expect((await api.send('DELETE', call.branchAt('slashed', encoded))).status).toBe(204);
});

it('a path whose branch name is not encoded says how to write it, to those who may see the branch', async () => {
  await call.put('hinted', ontology('hinted'));
  await call.cut('hinted', 'feature%2Fnew%20one');
  const path = call.branchAt('hinted', 'feature/new%20one', '/ontology.yaml');
  const { status, json } = await api.send('GET', path);
  const right = call.branchAt('hinted', 'feature%2Fnew%20one', '/ontology.yaml');
  expect([status, json.code, json.detail]).toEqual([
    404,
    'not_found',
    expect.stringContaining(`'feature/new one' as %2F: ${right}`),
  ]);
  expect((await api.send('GET', right)).status).toBe(200);
  const merge = await api.send('POST', call.branchAt('hinted', 'feature/new%20one', '/merge'));
  expect([merge.status, merge.json.detail]).toEqual([404, expect.stringContaining('%2F')]);
  const organizationId = await api.newOrganization('elsewhere');
  const { text: other } = await api.newKey('organization', { organizationId });
  for (const key of [null, other, 'wrong'])
    expect((await api.send('GET', path, { key })).json.detail).toMatch(
      /^There is nothing at \S+\.$/,
    );
  const unknown = await api.send('GET', call.branchAt('hinted', 'feature/old'));
  expect([unknown.status, unknown.json.detail]).toEqual([404, expect.not.stringContaining('%2F')]);
  for (const end of ['%00', '%zz', '%C3'])
    expect((await api.send('GET', call.branchAt('hinted', `feature/${end}`))).status).toBe(404);
});
