import { contract, team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let workers: TestWorkers;
beforeEach(async () => {
  api = await startApi();
  workers = startWorkers(api);
  await put('teams/checkout', team('checkout'));
});
afterEach(async () => {
  await workers.stop();
  await api.stop();
});

const put = async (path: string, body: object) => {
  const answer = await api.send('PUT', `/api/${path}`, { body });
  return { status: answer.status, code: answer.json?.code as string | undefined };
};
const policy = (further: object = {}) => ({
  name: 'Fields are classified',
  status: 'Accepted',
  rules: [
    {
      id: 'classified',
      expression: 'contract.tables.all(t, t.fields.all(f, f.classification != null))',
      message: 'Classify every field.',
    },
  ],
  ...further,
});
const definition = (further: object = {}) => ({
  id: 'sales/postcode',
  owner: 'checkout',
  title: 'Postcode',
  ...further,
});
const linking = (id: string, url = 'https://x.example.com/definitions/sales%2Fpostcode') =>
  contract(id, {
    schema: [
      {
        name: 'orders',
        properties: [
          {
            name: 'postcode',
            logicalType: 'string',
            authoritativeDefinitions: [{ type: 'definition', url }],
          },
        ],
      },
    ],
  });
/** Contracts that do not keep the rule, once all are judged. */
const broken = (count: number) =>
  until(`${count} contracts break the rule`, async () => {
    const { json } = await api.send('GET', '/api/policies/classified/findings');
    const ids = (json.documents as { id: string }[]).map(({ id }) => id);
    return json.isCurrent && ids.length === count && { ids };
  });

it('reads what fields take from the definitions that they link', async () => {
  await put('definitions/sales%2Fpostcode', definition({ classification: 'confidential' }));
  await put('policies/classified', policy({ enforced: true }));
  expect(await put('datacontracts/linked', linking('linked'))).toMatchObject({ status: 200 });
  const other = linking('other', 'https://x.example.com/definitions/none');
  expect(await put('datacontracts/other', other)).toEqual({
    status: 422,
    code: 'policy_violation',
  });
});

it('judges the contracts that link a definition anew when it changes or is deleted', async () => {
  await put('definitions/sales%2Fpostcode', definition());
  await put('policies/classified', policy());
  await put('datacontracts/linked', linking('linked'));
  await put('datacontracts/plain', linking('plain', 'https://x.example.com/definitions/none'));
  expect((await broken(2)).ids.toSorted()).toEqual(['linked', 'plain']);
  await put('definitions/sales%2Fpostcode', definition({ classification: 'public' }));
  expect((await broken(1)).ids).toEqual(['plain']);
  await api.send('DELETE', '/api/definitions/sales%2Fpostcode');
  await broken(2);
  await put('definitions/sales%2Fpostcode', definition({ classification: 'public' }));
  await broken(1);
});

it('reads only the contracts that link the definition, unless others wait to be judged', async () => {
  await put('definitions/sales%2Fpostcode', definition());
  await put('policies/classified', policy());
  await put('datacontracts/linked', linking('linked'));
  await put('datacontracts/plain', linking('plain', 'https://x.example.com/definitions/none'));
  await broken(2);
  const { knex } = api.database;
  // A finding that only a judgement of all contracts would mend.
  await knex('documents').where({ id: 'plain' }).update({ findings: null });
  await put('definitions/sales%2Fpostcode', definition({ classification: 'public' }));
  await broken(0);
  await knex('organizations').update({ rules_judged: 0 });
  await put('definitions/sales%2Fpostcode', definition());
  expect((await broken(2)).ids.toSorted()).toEqual(['linked', 'plain']);
});

it('tries a policy on contracts with their definitions', async () => {
  await put('definitions/sales%2Fpostcode', definition({ classification: 'public' }));
  await put('datacontracts/linked', linking('linked'));
  const { json } = await api.send('POST', '/api/policies/classified/findings', { body: policy() });
  expect([json.checked, json.documents]).toEqual([1, []]);
});
