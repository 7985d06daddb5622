import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { team } from '../../support/builders/contracts.ts';
import {
  branchText,
  contractBranches,
  property,
} from '../../support/builders/contract-branches.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof contractBranches>;
let folder: string;
const keys: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api, { allowedDataDirs: [os.tmpdir()] });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'contract-branches-'));
  call = contractBranches(api);
  const members = [{ emailAddress: 'olga@example.com', role: 'Owner' }];
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
  for (const name of ['olga', 'mia', 'eve']) {
    keys[name] = (await api.newKey('user', { email: `${name}@example.com` })).text;
  }
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const as = (name: string) => ({ key: keys[name] ?? '' });

/** A contract with a branch that adds a property. */
async function changed(id: string, name = 'work'): Promise<string> {
  await call.store(id, branchText(id));
  await call.cut(id, name);
  const text = branchText(id, { more: property('status') });
  expect((await call.write(id, name, text)).status).toBe(200);
  return text;
}

describe('a branch', () => {
  it('starts as a copy, and cutting it again changes nothing', async () => {
    await call.store('cut', branchText('cut'));
    const cut = await call.cut('cut', 'work', as('mia'));
    expect([cut.status, cut.json]).toMatchObject([
      200,
      {
        name: 'work',
        data_contract_id: 'cut',
        data_contract_name: 'cut',
        branch_data_contract_id: expect.stringMatching(/^branch\/[0-9a-f-]{36}$/),
        revision: 1,
        base_revision: 1,
        version: '1.0.0',
        target_version: '1.0.0',
        version_state: 'unchanged',
        suggested_step: null,
        suggested_version: null,
        breaking_changes: [],
        change_count: 0,
        behind_target: false,
        conflicted: false,
        conflicts: [],
        may_write: true,
        may_merge: false,
      },
    ]);
    const again = await call.cut('cut', 'work');
    expect(again.json.change_request_id).toBe(cut.json.change_request_id);
    expect((await api.send('GET', '/api/datacontracts/cut/branches')).json).toHaveLength(1);
    const empty = { 'content-type': 'application/json' };
    expect((await call.cut('cut', 'other', { headers: empty })).status).toBe(200);
    expect((await api.send('GET', '/api/datacontracts/nowhere/branches')).status).toBe(404);
    expect((await call.cut('nowhere', 'work')).status).toBe(404);
    expect((await call.get('cut', 'unknown')).json.code).toBe('not_found');
  });

  it('keeps its text byte for byte, apart from its contract', async () => {
    await call.store('bytes', branchText('bytes'));
    await call.cut('bytes', 'feature/new terms');
    const text = branchText('bytes', { status: 'draft   # for now' });
    const put = await call.write('bytes', 'feature/new terms', text);
    const read = () => api.send('GET', call.at('bytes', 'feature/new terms', '/datacontract.yaml'));
    const got = await read();
    expect([put.status, got.text]).toEqual([200, text]);
    expect(got.headers.get('etag')).toBe(put.headers.get('etag'));
    expect(got.headers.get('content-type')).toMatch(/^application\/yaml/);
    expect(await call.stored('bytes')).toBe(branchText('bytes'));
    const stale = { headers: { 'if-match': '"1-yaml"' } };
    expect((await call.write('bytes', 'feature/new terms', 'id: x', stale)).status).not.toBe(200);
    const lost = await call.write('bytes', 'feature/new terms', branchText('bytes'), stale);
    expect([lost.status, (await read()).text]).toEqual([412, text]);
  });

  it('whose name is not encoded in a path is found by a hint', async () => {
    await call.store('hinted', branchText('hinted'));
    await call.cut('hinted', 'feature/new');
    const path_ = '/api/datacontracts/hinted/branches/feature/new/changes';
    const { status, json } = await api.send('GET', path_);
    expect([status, json.detail]).toEqual([
      404,
      expect.stringContaining('/api/datacontracts/hinted/branches/feature%2Fnew/changes'),
    ]);
  });

  it('says what its changes are, and which version announces them', async () => {
    await changed('judged');
    const { json } = await call.get('judged', 'work');
    expect(json).toMatchObject({
      version_state: 'needsBump',
      suggested_step: 'minor',
      suggested_version: '1.1.0',
      change_count: 1,
    });
    const changes = await api.send('GET', call.at('judged', 'work', '/changes'));
    expect(changes.json).toEqual([
      {
        key: 'property:orders/status',
        element_type: 'property',
        path: 'schema[orders].properties[status]',
        name: 'status',
        op: 'add',
        impact: 'structural',
        fields: [],
      },
    ]);
  });

  it('is refused as a PUT of the contract would be, with the line', async () => {
    await call.store('invalid', branchText('invalid'));
    await call.cut('invalid', 'work');
    const wrong = branchText('invalid', { more: property('x', 'whole') });
    const { status, json } = await call.write('invalid', 'work', wrong);
    expect([status, json.code, json.violations[0].line]).toEqual([422, 'invalid_document', 15]);
    const other = await call.write('invalid', 'work', branchText('another'));
    expect(other.json.code).toBe('id_mismatch');
  });

  it('is written and deleted by its author and by those who may save the contract', async () => {
    await call.store('owned', branchText('owned'));
    await call.cut('owned', 'work', as('mia'));
    const text = (status: string) => branchText('owned', { status });
    expect((await call.write('owned', 'work', text('draft'), as('eve'))).status).toBe(403);
    expect((await call.write('owned', 'work', text('draft'), as('mia'))).status).toBe(200);
    expect((await call.write('owned', 'work', text('proposed'), as('olga'))).status).toBe(200);
    expect((await call.post('owned', 'work', 'rebase', undefined, as('eve'))).status).toBe(403);
    expect((await call.post('owned', 'work', 'merge', {}, as('mia'))).status).toBe(403);
    expect((await call.post('owned', 'work', 'test', undefined, as('mia'))).status).toBe(403);
    const at = call.at('owned', 'work');
    expect((await api.send('DELETE', at, as('eve'))).status).toBe(403);
    expect((await api.send('DELETE', at, as('mia'))).status).toBe(204);
    expect((await api.send('DELETE', at, as('mia'))).status).toBe(404);
  });

  it('is a change request: it waits for the owners once it is written, and they can accept it', async () => {
    await call.store('door', branchText('door'));
    const { json: cut } = await call.cut('door', 'work', as('mia'));
    const waiting = async () => {
      const path_ = '/api/change-requests?mine=decide&documentId=door';
      return (await api.send('GET', path_, as('olga'))).json;
    };
    expect(await waiting()).toEqual([]);
    const text = branchText('door', { version: '1.1.0', more: property('status') });
    await call.write('door', 'work', text, as('mia'));
    const id = cut.change_request_id;
    expect(await waiting()).toMatchObject([{ id, branch: 'work', title: 'work' }]);
    const mails = await api.database.knex('notifications').where({ cause_id: id });
    expect(mails).toMatchObject([{ template: 'change-requested', recipient: 'olga@example.com' }]);
    expect((await api.send('POST', `/api/change-requests/${id}/accept`, as('olga'))).status).toBe(
      200,
    );
    expect(await call.stored('door')).toBe(text);
    expect((await call.get('door', 'work')).status).toBe(404);
  });

  it('cannot exceed the open change requests of a contract, and goes with it', async () => {
    await call.store('full', branchText('full'));
    for (let index = 0; index < 100; index += 1) await call.cut('full', `b${index}`);
    const { status, json } = await call.cut('full', 'more');
    expect([status, json.code]).toEqual([409, 'limit_reached']);
    const page = await api.send('GET', '/api/datacontracts/full/branches?size=2');
    expect(page.json.map(({ name }: { name: string }) => name)).toEqual(['b0', 'b1']);
    expect(page.headers.get('link')).toContain('rel="next"');
    expect((await api.send('DELETE', '/api/datacontracts/full')).status).toBe(200);
    await call.store('full', branchText('full'));
    expect((await api.send('GET', '/api/datacontracts/full/branches')).json).toEqual([]);
  });
});

describe('work on a branch', () => {
  const servers = (file: string): string =>
    `servers:\n  - server: files\n    type: local\n    path: ${file}\n    format: csv\n`;

  it('tests its text, and keeps the results apart from those of the contract', async () => {
    const file = path.join(folder, 'orders.csv');
    fs.writeFileSync(file, 'order_id,status\n1,new\n2,paid\n');
    await call.store('tested', `${branchText('tested')}${servers(file)}`);
    await call.cut('tested', 'work');
    const text = `${branchText('tested', { more: property('status') })}${servers(file)}`;
    await call.write('tested', 'work', text);
    const ran = await call.post('tested', 'work', 'test?server=files');
    const { json: branch } = await call.get('tested', 'work');
    const dataContractId = branch.branch_data_contract_id;
    expect([ran.status, ran.json]).toMatchObject([200, { dataContractId, result: 'passed' }]);
    expect(ran.json.checks.map(({ field }: { field: string }) => field)).toContain('status');
    const results = async (query: string) =>
      (await api.send('GET', `/api/test-results?${query}`)).json;
    expect(await results('dataContractId=tested')).toEqual([]);
    expect(await results('size=100')).toEqual([]);
    const published = {
      id: 'elsewhere',
      dataContractId: 'tested',
      dataContractVersion: '1.0.0',
      server: 'files',
      timestampStart: '2026-01-01T00:00:00Z',
      timestampEnd: '2026-01-01T00:00:01Z',
      result: 'failed',
      checks: [],
    };
    expect((await call.post('tested', 'work', 'test-results', published)).status).toBe(200);
    const wrong = { ...published, id: 'wrong', dataContractId: 'other' };
    expect((await call.post('tested', 'work', 'test-results', wrong)).json.code).toBe(
      'id_mismatch',
    );
    const nowhere = { ...published, id: 'wrong', server: 'nowhere' };
    const refused = await call.post('tested', 'work', 'test-results', nowhere);
    expect(refused.json.code).toBe('unknown_server');
    expect(await results('dataContractId=tested&branch=work')).toMatchObject([
      { id: 'elsewhere', result: 'failed' },
      { dataContractId, result: 'passed' },
    ]);
    expect((await api.send('GET', '/api/test-results?branch=work')).status).toBe(400);
    const quality = await api.database.knex('contract_quality').select('data_contract_id');
    expect(quality).toEqual([]);
    expect((await api.send('GET', '/api/test-results/elsewhere')).json).toEqual(published);
    expect((await api.send('DELETE', '/api/test-results/elsewhere', as('olga'))).status).toBe(200);
    expect((await api.send('DELETE', call.at('tested', 'work'))).status).toBe(204);
    expect(
      await api.database.knex('test_results').where({ data_contract_id: dataContractId }),
    ).toEqual([]);
  });

  it('generates code from its text', async () => {
    await changed('generated');
    const { status, json } = await call.post('generated', 'work', 'generate', { type: 'sql-ddl' });
    expect([status, json.dataContractId]).toEqual([200, 'generated']);
    expect(json.files[0].content).toContain('status');
    const again = await call.post('generated', 'work', 'generate', { type: 'sql-ddl' });
    expect(again.json).toEqual(json);
  });
});
