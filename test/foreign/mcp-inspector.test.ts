import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { freePort } from '../../local/servers/free-port.ts';
import { connectAgent } from '../support/agents/mcp-client.ts';
import { decide } from '../support/agents/oauth-client.ts';
import { fillShopCatalog } from '../support/agents/shop-catalog.ts';
import { signInAsPerson } from '../support/builders/people.ts';
import { installNodePackage } from '../support/foreign/node-package.ts';
import type { Ran } from '../support/foreign/python-programs.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { until } from '../support/until.ts';

const version = '2.12.0';
const inspector = installNodePackage('@modelcontextprotocol/inspector', version, {
  minNode: [22, 19],
});
const [tests, why] =
  'missing' in inspector ? [describe.skip, `skipped: ${inspector.missing}`] : [describe, 'real'];
const isBuilt = fs.existsSync('dist/cli/run.js');

let api: TestApi;
let client: Client;
let home: string;
beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'mcp-inspector-'));
  // Stands for a browser, so that none is opened.
  for (const opener of ['xdg-open', 'open'])
    fs.writeFileSync(path.join(home, opener), '#!/bin/sh\n', { mode: 0o755 });
  api = await startApi();
  await fillShopCatalog(api);
  client = await connectAgent(api, { 'x-api-key': api.key });
});
afterAll(async () => {
  await client.close();
  await api.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

type Inspection = { printed: () => string; ended: Promise<Ran> };

function start(words: readonly string[]): Inspection {
  const { folder = '', node = '' } = 'missing' in inspector ? {} : inspector;
  const launcher = path.join(folder, 'clients', 'launcher', 'build', 'index.js');
  const child = spawn(node, [launcher, '--cli', ...words, '--format', 'json'], {
    env: {
      HOME: home,
      PATH: `${home}:${process.env['PATH']}`,
      MCP_INSPECTOR_SECRET_STORE: 'memory',
      MCP_AUTO_OPEN_ENABLED: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ran>((resolve) =>
    child.once('close', (status) => resolve({ status, stdout, stderr })),
  );
  return { printed: () => stdout + stderr, ended };
}

const url = () => `${api.address}/mcp`;
const servers: Record<string, (key: string) => string[]> = {
  '/mcp': (key) => [url(), '--transport', 'http', '--header', `x-api-key: ${key}`],
  'concordat mcp': (key) => [
    process.execPath,
    path.resolve('bin/concordat.mjs'),
    'mcp',
    '--transport',
    'stdio',
    '-e',
    `CONCORDAT_URL=${api.address}`,
    '-e',
    `CONCORDAT_API_KEY=${key}`,
  ],
};
const call = (name: string, input: object) => [
  'tools/call',
  '--tool-name',
  name,
  '--tool-args-json',
  JSON.stringify(input),
];

const uri = 'concordat://datacontracts/shop-database';
const port = { dataProductId: 'shop-data', outputPortId: 'port-0' };
const search = { query: 'postcode', types: ['data_product'] };
const about = { dataContractId: 'shop-database' };
/** Methods as the inspector calls them, and as the client of the SDK does. */
const methods: [words: string[], own: () => Promise<unknown>][] = [
  // With --strict, schemas of tools that some clients do not understand are errors.
  [['tools/list', '--strict'], () => client.listTools()],
  [
    call('search_catalog', search),
    () => client.callTool({ name: 'search_catalog', arguments: search }),
  ],
  [
    call('get_output_port', port),
    () => client.callTool({ name: 'get_output_port', arguments: port }),
  ],
  [call('list_accesses', {}), () => client.callTool({ name: 'list_accesses', arguments: {} })],
  [['resources/list'], () => client.listResources()],
  [['resources/templates/list'], () => client.listResourceTemplates()],
  [['resources/read', '--uri', uri], () => client.readResource({ uri })],
  [['prompts/list'], () => client.listPrompts()],
  [
    [
      'prompts/get',
      '--prompt-name',
      'explain_contract',
      '--prompt-args',
      'dataContractId=shop-database',
    ],
    () => client.getPrompt({ name: 'explain_contract', arguments: about }),
  ],
];

tests(`MCP inspector ${version} (${why})`, () => {
  describe.each(Object.entries(servers))('at %s', (name, wordsOf) => {
    const isMissing = name !== '/mcp' && !isBuilt;
    const itHere = isMissing ? it.skip : it;
    const skipped = isMissing ? ' (skipped: concordat is not built)' : '';

    itHere(`gets what the client of the SDK gets${skipped}`, async () => {
      for (const [words, own] of methods) {
        const { status, stdout, stderr } = await start([...wordsOf(api.key), '--method', ...words])
          .ended;
        expect([words, stderr, status]).toEqual([words, '', 0]);
        expect(JSON.parse(stdout).result).toEqual(await own());
      }
    });

    itHere(`understands refusals${skipped}`, async () => {
      const refused = async (key: string, ...words: string[]) => {
        const { status, stderr } = await start([...wordsOf(key), '--method', ...words]).ended;
        return [status, stderr];
      };
      const missing = call('get_data_product', { dataProductId: 'none' });
      expect(await refused(api.key, ...missing)).toEqual([
        5,
        expect.stringContaining('tool_is_error'),
      ]);
      expect(await refused(api.key, 'resources/read', '--uri', `${uri}-none`)).toEqual([
        1,
        expect.stringContaining("There is no data contract with the id 'shop-database-none'."),
      ]);
      const [status, problem] = await refused('wrong', 'tools/list', '--stored-auth-only');
      expect(status).not.toBe(0);
      expect(problem).toContain('The API key was not found');
    });
  });

  it('signs in as a person with OAuth', async () => {
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const words = [url(), '--transport', 'http', '--callback-url', callback];
    const inspection = start([...words, '--method', ...call('list_accesses', {})]);
    const address = await until(
      'the inspector names the page of consent',
      () => /navigate to: (\S+)/.exec(inspection.printed())?.[1],
    );
    const tom = await signInAsPerson(api, 'tom@example.com', { name: 'Tom' });
    const back = await decide(api, tom, new URL(address));
    expect(back.href).toContain(callback);
    expect((await fetch(back)).status).toBe(200);
    const { status, stdout, stderr } = await inspection.ended;
    expect([stderr, status]).toEqual([expect.any(String), 0]);
    expect(JSON.parse(/\{.*\}/s.exec(stdout)?.[0] ?? '').result.isError).toBeFalsy();
    expect(await api.database.knex('agent_grants')).toHaveLength(1);
  });
});
