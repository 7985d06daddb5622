import { openSource } from '../../../connectors/open-source.ts';
import { runContractTest } from '../../../jobs/contract-tests/run-checks.ts';
import { modelOf, postgresServer } from './build-contract.ts';

const without = (credentials: Record<string, string>, ...schema: unknown[]) =>
  runContractTest({
    model: modelOf(...schema),
    server: { ...postgresServer, host: '127.0.0.1' },
    open: (server, signal) =>
      openSource(
        server,
        { allowedHosts: ['127.0.0.1'], allowedDataDirs: [], credentials, statementTimeoutMs: 1000 },
        signal,
      ),
    signal: new AbortController().signal,
  });

const shown = ({ type, name, result, reason }: { [Member in string]?: unknown }) => [
  type,
  name,
  result,
  reason,
];

it.each([
  ['DATACONTRACT_POSTGRES_USERNAME', {}],
  ['DATACONTRACT_POSTGRES_PASSWORD', { DATACONTRACT_POSTGRES_USERNAME: 'ada' }],
])('a server that lacks %s has one failed check that names it', async (name, credentials) => {
  const { result, checks } = await without(credentials, {
    name: 't',
    properties: [{ name: 'id' }],
  });
  const reason = `Required configuration ${name} is not set`;
  expect([result, shown(checks[0] ?? {})]).toEqual([
    'error',
    ['postgres-connection', `missing_env_${name}`, 'failed', reason],
  ]);
  expect(checks.slice(1).map((check) => check.result)).toEqual(['error']);
});

it('it has the check even if the contract has nothing to check', async () => {
  const { checks } = await without({});
  expect(checks.map(({ type }) => type)).toEqual(['postgres-connection']);
});
