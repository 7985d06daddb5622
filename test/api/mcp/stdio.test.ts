import { PassThrough } from 'node:stream';
import { bridgeStdio } from '../../../cli/mcp/bridge-stdio.ts';
import { runCli } from '../../support/cli/run-cli.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A client that writes lines and reads lines. */
function startBridge(apiKey: string | undefined) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const problems: string[] = [];
  let text = '';
  output.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  const report = (problem: string): void => void problems.push(problem);
  const ended = bridgeStdio({ url: `${api.address}/mcp`, apiKey, input, output, report });
  const answers = (): { id?: number; result?: any; error?: any }[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const ask = async (id: number, method: string, params: object = {}) => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    await until(`answer ${id}`, () => answers().some((answer) => answer.id === id));
    return answers().find((answer) => answer.id === id) ?? {};
  };
  const notify = (method: string) => input.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
  return { input, ask, notify, ended, problems };
}

const hello = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'lines', version: '1' },
};

it('answers a client on stdio as the server does, and ends with its input', async () => {
  const { input, ask, notify, ended, problems } = startBridge(api.key);
  expect((await ask(1, 'initialize', hello)).result.serverInfo.name).toBe('concordat');
  notify('notifications/initialized');
  const { result } = await ask(2, 'tools/list');
  expect(result.tools.map(({ name }: { name: string }) => name)).toContain('search_catalog');
  expect((await ask(3, 'tools/call', { name: 'none' })).error.code).toBe(-32_602);
  input.end();
  await ended;
  expect(problems).toEqual([]);
});

it('tells the client what is wrong with its credentials', async () => {
  const { input, ask, ended, problems } = startBridge('wrong');
  const { error } = await ask(1, 'initialize', hello);
  expect(error.code).toBe(-32_000);
  expect(problems.join()).toMatch(/401|Unauthorized|API key/i);
  input.end();
  await ended;
});

it('is the command concordat mcp', async () => {
  const env = { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: api.key };
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello };
  const { code, out, error } = await runCli(['mcp'], {
    env,
    stdin: `${JSON.stringify(message)}\n`,
  });
  expect([code, error]).toEqual([0, '']);
  const wrong = await runCli(['mcp'], { env: { ...env, CONCORDAT_API_KEY: 'ck_o_wrong' } });
  expect([wrong.code, wrong.out]).toEqual([4, '']);
  const away = await runCli(['mcp'], { env: { ...env, CONCORDAT_URL: 'http://127.0.0.1:1' } });
  expect([away.code, away.error]).toEqual([3, expect.stringContaining('No Concordat answers')]);
  expect(JSON.parse(out)).toMatchObject({ id: 1, result: { serverInfo: { name: 'concordat' } } });
});
