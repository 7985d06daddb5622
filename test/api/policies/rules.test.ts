import { contract, product, team } from '../../support/builders/contracts.ts';
import { line, linesOf, ndjson, postImport } from '../../support/builders/imports.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let workers: TestWorkers;
beforeEach(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api);
  for (const id of ['checkout', 'sales'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
});
afterEach(async () => {
  await workers.stop();
  await api.stop();
});

const described = {
  id: 'described',
  expression: 'contract.description.purpose != null',
  message: 'Say what the data is for.',
};
const policy = (rules: object[], further: object = {}) => ({
  name: 'Contracts are described',
  status: 'Accepted',
  rules,
  ...further,
});
const put = (path: string, body: object, options: object = {}) =>
  api.send('PUT', `/api/${path}`, { body, ...options });
const findingsOf = async (path: string) => (await api.send('GET', `/api/${path}/findings`)).json;
/** What is found once all documents are judged by the newest rules. */
const currentFindings = (path: string) =>
  until(`${path} is judged`, async () => {
    const found = await findingsOf(path);
    return found.isCurrent && found;
  });
const plain = (id: string, owner = 'checkout') =>
  contract(id, { team: { name: owner }, description: undefined });
const finding = {
  policyId: 'described',
  ruleId: 'described',
  severity: 'error',
  message: described.message,
  problem: null,
};

describe('policies with rules', () => {
  it('judge the whole catalog when they are accepted, changed or deleted', async () => {
    await put('datacontracts/orders', plain('orders'));
    await put('datacontracts/good', { ...plain('good'), description: { purpose: 'Reports' } });
    await put('policies/described', policy([described], { status: 'Draft' }));
    expect((await currentFindings('policies/described')).documents).toEqual([]);

    await put('policies/described', policy([described]));
    expect(await currentFindings('policies/described')).toEqual({
      isCurrent: true,
      documentCount: 1,
      errorCount: 1,
      warningCount: 0,
      documents: [
        {
          kind: 'data-contract',
          id: 'orders',
          name: 'Contract orders',
          revision: 1,
          ownerId: 'checkout',
          ownerName: 'Team checkout',
          findings: [finding],
        },
      ],
    });
    expect(await findingsOf('datacontracts/orders')).toEqual({
      isCurrent: true,
      findings: [finding],
    });
    expect(await findingsOf('datacontracts/good')).toEqual({ isCurrent: true, findings: [] });
    expect((await findingsOf('teams/checkout')).documentCount).toBe(1);
    expect((await findingsOf('teams/sales')).documentCount).toBe(0);

    const warning = { ...described, severity: 'warning' };
    await put('policies/described', policy([warning]));
    expect(await currentFindings('policies/described')).toMatchObject({
      errorCount: 0,
      warningCount: 1,
    });

    expect((await api.send('DELETE', '/api/policies/described')).status).toBe(200);
    expect(await currentFindings('datacontracts/orders')).toEqual({
      isCurrent: true,
      findings: [],
    });
  });

  it('judge every write, and say in its answer what is not kept', async () => {
    await put('policies/described', policy([described]));
    const written = await put('datacontracts/orders', plain('orders'));
    expect(written.status).toBe(200);
    expect(written.headers.get('x-catalog-warnings')).toContain(
      'described/described (Say what the data is for.)',
    );
    expect((await findingsOf('datacontracts/orders')).findings).toEqual([finding]);
    const mended = { ...plain('orders'), description: { purpose: 'Reports' } };
    expect(
      (await put('datacontracts/orders', mended)).headers.get('x-catalog-warnings'),
    ).toBeNull();
    expect((await findingsOf('datacontracts/orders')).findings).toEqual([]);
  });

  it('refuse a write only where they are enforced, and only of documents they are about', async () => {
    const where = { teams: ['checkout'] };
    await put('policies/described', policy([{ ...described, where }], { enforced: true }));
    const refused = await put('datacontracts/orders', plain('orders'));
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      code: 'policy_violation',
      detail:
        "The data contract breaks the rule 'described' of the policy 'described': Say what the data is for.",
      findings: [finding],
    });
    expect((await api.send('GET', '/api/datacontracts/orders')).status).toBe(404);
    expect((await put('datacontracts/other', plain('other', 'sales'))).status).toBe(200);
    await put('policies/described', policy([{ ...described, where }]));
    expect((await put('datacontracts/orders', plain('orders'))).status).toBe(200);
  });

  it('are refused with the place of what is wrong', async () => {
    const wrong = { ...described, expression: 'contract.descripton.purpose != null' };
    const refused = await put('policies/described', policy([described, { ...wrong, id: 'wrong' }]));
    expect(refused.status).toBe(422);
    expect(refused.json.violations).toEqual([
      {
        field: 'rules[1].expression',
        message: expect.stringMatching(
          /^'descripton' is no member of 'contract'; known: /,
        ) as unknown,
      },
    ]);
  });

  it('can be tried before they are accepted, as stored or as sent', async () => {
    for (const id of ['a', 'b', 'c']) await put(`datacontracts/${id}`, plain(id));
    await put('dataproducts/shop', product('shop'));
    await put('policies/described', policy([described], { status: 'Draft' }));
    const trial = await api.send('POST', '/api/policies/described/findings');
    expect(trial.json).toMatchObject({ checked: 4, next: null, documentCount: 3, errorCount: 3 });
    const candidate = policy([{ id: 'b', expression: 'contract.id != "b"', message: 'No b.' }]);
    const sent = await api.send('POST', '/api/policies/new/findings?after=data-contract/a', {
      body: candidate,
    });
    expect(sent.json).toMatchObject({ checked: 3, documentCount: 1 });
    expect(sent.json.documents[0].id).toBe('b');
    expect((await findingsOf('datacontracts/b')).findings).toEqual([]);
    expect((await api.send('POST', '/api/policies/unknown/findings')).status).toBe(404);
  });

  it('reach every document that is written while they change', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `contract-${index}`);
    await put('policies/described', policy([described], { status: 'Draft' }));
    const writing = ids.map(async (id) => {
      for (let round = 0; round < 3; round++) {
        await put(`datacontracts/${id}`, { ...plain(id), version: `1.${round}.0` });
      }
    });
    for (let round = 0; round < 4; round++) {
      await put('policies/described', policy([{ ...described, message: `Round ${round}.` }]));
    }
    await Promise.all(writing);
    const found = await currentFindings('policies/described');
    expect(found.documentCount).toBe(ids.length);
    for (const { findings } of found.documents)
      expect(findings.map(({ message }: { message: string }) => message)).toEqual(['Round 3.']);
  });

  it('are not what a policy of an earlier version has in their place', async () => {
    await put('policies/old', { name: 'Old', status: 'Accepted', content: 'Text' });
    const old = {
      name: 'Old',
      status: 'Accepted',
      rules: [{ id: 'old', expression: 'nonsense(' }],
    };
    await api.database
      .knex('document_revisions')
      .where({ id: 'old' })
      .update({ body: JSON.stringify(old) });
    await put('policies/described', policy([described]));
    expect((await put('datacontracts/orders', plain('orders'))).status).toBe(200);
    expect((await currentFindings('policies/described')).documentCount).toBe(1);
    expect((await api.send('POST', '/api/policies/old/findings')).json.code).toBe(
      'invalid_document',
    );
  });

  it('judge the documents of the same import', async () => {
    const rules = { id: 'described', ...policy([described]) };
    const body = line('policies', rules) + line('datacontracts', plain('orders'));
    const answers = linesOf(await postImport(api, body, ndjson));
    expect(answers.map(({ status }) => status).slice(0, 2)).toEqual(['created', 'created']);
    expect((await currentFindings('policies/described')).documentCount).toBe(1);
    const again = line('datacontracts', { ...plain('orders'), version: '1.0.1' });
    await postImport(api, again, ndjson);
    expect((await findingsOf('datacontracts/orders')).findings).toEqual([finding]);
  });

  it('are of one organization only', async () => {
    const organizationId = await api.newOrganization('Other');
    const { text: key } = await api.newKey('organization', { organizationId });
    await put('policies/described', policy([described], { enforced: true }));
    await put('teams/checkout', team('checkout'), { key });
    expect((await put('datacontracts/orders', plain('orders'), { key })).status).toBe(200);
    expect((await api.send('GET', '/api/policies/described/findings', { key })).status).toBe(404);
  });
});
