import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { planChecks } from '../../../../jobs/contract-tests/plan/plan-checks.ts';

const quality = [
  { metric: 'nullValues', mustBe: 0, severity: 'error' },
  { type: 'sql', query: 'SELECT count(*) FROM orders', mustBeGreaterThan: 0 },
];

it('says of rules on what is computed that nothing checks them', () => {
  const contract = normaliseContract({
    kind: 'DataContract',
    apiVersion: 'v3.2.0',
    id: 'shop',
    version: '1',
    servers: [{ server: 's', type: 'postgres' }],
    schema: [
      {
        name: 'orders',
        properties: [
          { name: 'id', logicalType: 'integer' },
          {
            name: 'revenue',
            logicalType: 'number',
            semanticType: 'measure',
            transformLogic: 'sum(total)',
            quality,
          },
        ],
      },
    ],
  });
  const [server] = contract.servers;
  if (!server) throw new Error('there is no server');
  const checks = planChecks(contract, server).filter(({ field }) => field === 'revenue');
  const reason = "'revenue' is computed and no column of the table, so its rules are not checked";
  expect(checks.map(({ category, expectation }) => [category, expectation])).toEqual(
    quality.map(() => ['quality', { kind: 'not-evaluated', reason }]),
  );
  expect(checks[0]?.severity).toBe('error');
});
