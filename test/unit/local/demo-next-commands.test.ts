import { nextCommands } from '../../../local/demo/next-commands.ts';
import type { TestedServer } from '../../../local/demo/results-table.ts';

const row = (contract: string, verdict: string | undefined): TestedServer => ({
  contract,
  server: 'raw data',
  result: verdict === undefined ? undefined : { verdict, checks: [], durationMs: 1, stored: false },
});
const place = { address: 'http://localhost:1', keyFile: "/it's here/api-key" };
const commands = (...rows: TestedServer[]): string =>
  nextCommands({ ...place, hasCommand: false }, rows);

test('are about the last contract in which something was found', () => {
  const text = commands(
    row('a', 'failed'),
    row('b', 'failed'),
    row('c', 'passed'),
    row('d', undefined),
  );
  expect(text).toContain("'http://localhost:1/api/datacontracts/b/datacontract.yaml'");
  expect(text).toContain("'http://localhost:1/api/datacontracts/b/test?server=raw%20data'");
  expect(text.match(/^\d\. /gm)).toHaveLength(3);
  expect(text).toContain(`KEY=$(cat '/it'\\''s here/api-key')`);
});

test('are those of concordat where it is installed', () => {
  const rows = [row('a', 'failed'), row('b', 'failed'), row('c', 'passed')];
  const text = nextCommands({ ...place, hasCommand: true }, rows);
  expect(text).toContain(`CONCORDAT_API_KEY="$(cat '/it'\\''s here/api-key')"`);
  expect(text).toContain("\nconcordat test 'b' --server 'raw data'\n");
  expect(text).not.toContain('curl');
});

test('name no contract that was not tested', () => {
  expect(commands(row('a', 'passed'), row('b', undefined))).toContain('/datacontracts/a/');
  const text = commands(row('a', undefined));
  expect(text).not.toContain('/datacontracts/a');
  expect(text.match(/^\d\. /gm)).toHaveLength(3);
});
