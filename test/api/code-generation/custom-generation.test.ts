import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { until } from '../../support/until.ts';
import { startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const token = 'generation-token-never-shown-5f1e';
const log = captureLog();

/** As the API and as the worker know the endpoint; both hold these very objects. */
const known = { url: '', token, timeoutMs: 20_000 };
const asWorker = { ...known };

let endpoint: Receiver;
let api: TestApi;
let workers: TestWorkers;

beforeAll(async () => {
  endpoint = await startReceiver();
  api = await startApi({ generation: known });
  workers = startWorkers(api, {}, { settings: { generation: asWorker } });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders', { servers }) });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  await endpoint.stop();
});
beforeEach(() => {
  endpoint.received.length = 0;
  endpoint.answer((response) => say(response, { files: [file()] }));
  moveTo(endpoint.url);
  asWorker.timeoutMs = 20_000;
});

const servers = [
  { server: 'first', type: 'snowflake', account: 'a', database: 'd', schema: 's' },
  { server: 'shop', type: 'mysql', host: 'db.example.com', port: 3306, database: 'd' },
];
const file = (change: object = {}) => ({
  filename: 'docs/orders.md',
  language: 'markdown',
  content: '# Orders <script>',
  ...change,
});

function moveTo(url: string): void {
  known.url = url;
  asWorker.url = url;
}

function say(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

let prompts = 0;
/** A prompt that nobody has asked before. */
const fresh = (): string => `Write documentation, number ${++prompts}.`;
const ask = (body: object = {}, id = 'orders') =>
  api.send('POST', `/api/datacontracts/${id}/generate`, {
    body: { type: 'custom', prompt: fresh(), ...body },
  });

describe('an endpoint that generates', () => {
  it('gets the prompt, the contract as it is stored and the server, and its files are the answer', async () => {
    const prompt = 'Écris de la\n"documentation" ✓';
    const metadata = {
      warnings: [],
      notes: ['orders: invented'],
      model: 'm-1',
      serverType: 'postgres',
    };
    endpoint.answer((response) => say(response, { files: [file({ metadata, other: 1 })], id: 7 }));
    const { status, json } = await ask({ prompt });
    expect([status, json]).toEqual([
      200,
      {
        dataContractId: 'orders',
        generationType: 'custom',
        server: 'first',
        prompt,
        files: [file({ metadata: { ...metadata, serverType: 'snowflake' } })],
      },
    ]);
    const [received] = endpoint.received;
    const stored = await api.send('GET', '/api/datacontracts/orders');
    expect(received?.event).toEqual({
      prompt,
      dataContractId: 'orders',
      dataContract: stored.json,
      server: servers[0],
    });
    expect(received?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    });
  });

  it('names a definition that could not be read in the warnings, before those of the endpoint', async () => {
    const url = 'https://other.example/definitions/state';
    const status = { name: 'status', authoritativeDefinitions: [{ type: 'definition', url }] };
    const body = contract('unread', { schema: [{ name: 'orders', properties: [status] }] });
    await api.send('PUT', '/api/datacontracts/unread', { body });
    const metadata = { warnings: ['orders: invented'], notes: ['orders: left out'] };
    endpoint.answer((response) => say(response, { files: [file({ metadata })] }));
    const { json } = await ask({}, 'unread');
    const said = `The definition of 'status' at '${url}' could not be read and is not applied: `;
    expect(json.files[0].metadata).toEqual({
      warnings: [expect.stringContaining(said), 'orders: invented'],
      notes: ['orders: left out'],
    });
  });

  it('is asked once for the same, and anew for another prompt, server, contract or address', async () => {
    const prompt = fresh();
    const first = await ask({ prompt });
    expect([first.status, first.json.files[0].metadata]).toEqual([
      200,
      { warnings: [], notes: [], serverType: 'snowflake' },
    ]);
    expect((await ask({ prompt })).text).toBe(first.text);
    const together = await Promise.all([1, 2, 3].map(() => ask({ prompt: `${prompt} Once.` })));
    expect(new Set(together.map(({ text }) => text)).size).toBe(1);
    expect(endpoint.received).toHaveLength(2);
    const ofShop = await ask({ prompt, server: 'shop' });
    expect([ofShop.json.server, ofShop.json.files[0].metadata.serverType]).toEqual([
      'shop',
      'mysql',
    ]);
    expect(endpoint.received[2]?.event.server).toEqual(servers[1]);
    moveTo(`${endpoint.url}/other`);
    expect((await ask({ prompt })).status).toBe(200);
    expect(endpoint.received).toHaveLength(4);
    moveTo(endpoint.url);
    await api.send('PUT', '/api/datacontracts/bare', { body: contract('bare') });
    const bare = await ask({ prompt }, 'bare');
    expect([bare.status, bare.json.server, bare.json.files[0].metadata]).toEqual([
      200,
      undefined,
      { warnings: [], notes: [] },
    ]);
    expect(endpoint.received[4]?.event).not.toHaveProperty('server');
    expect((await ask({ prompt })).text).toBe(first.text);
    expect(endpoint.received).toHaveLength(5);
  });

  it('does not keep other formats waiting', async () => {
    const held: ServerResponse[] = [];
    endpoint.answer((response) => void held.push(response));
    const asking = [1, 2, 3, 4].map(() => ask());
    await until('all slots are taken', () => held.length === asking.length);
    const other = await ask({ type: 'sql-ddl', prompt: 'ignored' });
    expect([other.status, other.json.prompt]).toEqual([200, undefined]);
    for (const response of held) say(response, { files: [file()] });
    const answers = await Promise.all(asking);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('is listed, with neither dialects nor variants', async () => {
    const { json } = await api.send('GET', '/api/generators');
    expect(json.at(-1)).toMatchObject({ type: 'custom', dialects: [], compat: [] });
  });
});

describe('a bad request', () => {
  it.each<[string, object, number, string]>([
    ['without a prompt', { prompt: undefined }, 400, "needs a 'prompt'"],
    ['with null', { prompt: null }, 400, "needs a 'prompt'"],
    ['with a blank prompt', { prompt: ' \n' }, 400, "needs a 'prompt'"],
    ['with a prompt that is no text', { prompt: ['x'] }, 400, "needs a 'prompt'"],
    ['with a long prompt', { prompt: 'x'.repeat(10_001) }, 400, 'at most 10000 characters'],
    ['with a dialect', { dialect: 'postgres' }, 400, "'dialect' of custom must be left out"],
    ['with a variant', { compat: 'v1' }, 400, "'compat' of custom must be left out"],
    ['for another server', { server: 'no' }, 422, "no server 'no'"],
    ['with text that cannot be stored', { prompt: 'a\u0000b' }, 422, 'prompt'],
  ])('%s is refused before anybody is asked', async (_, body, status, detail) => {
    const answer = await ask(body);
    expect([answer.status, answer.json.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect(endpoint.received).toHaveLength(0);
  });

  it('takes the longest prompt', async () => {
    expect((await ask({ prompt: 'x'.repeat(10_000) })).status).toBe(200);
  });
});

describe('an endpoint that does not do what it should', () => {
  const large = 'x'.repeat(21 * 1024 * 1024);

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['an error', (response) => say(response, `boom ${token}`, 500), /answered 500: boom \*\*\*$/],
    ['that it is busy', (response) => say(response, '', 503), /answered 503$/],
    ['that it knows no such token', (response) => say(response, '', 401), /401 .*GENERATION_TOKEN/],
    ['another success', (response) => say(response, { files: [file()] }, 202), /answered 202/],
    ['no JSON', (response) => say(response, '<html>'), /its answer is no JSON$/],
    ['bytes that are no text', (response) => response.end(Buffer.from([0xff])), /is no JSON$/],
    ['something else', (response) => say(response, []), /has no 'files'$/],
    ['no file', (response) => say(response, { files: [] }), /has no 'files'$/],
    ['an unsafe name', (response) => say(response, of('../x')), /not safe: "\.\.\/x"$/],
    ['the token as a name', (response) => say(response, of(`/${token}`)), /not safe: "\/\*\*\*"$/],
    [
      'too much',
      (response) => say(response, large),
      /too long: 20971520 bytes are the most; ask for less at once$/,
    ],
    ['nothing', (response) => response.destroy(), /GENERATION_ENDPOINT is its address$/],
    [
      'what is too much with the rest',
      (response) => say(response, { files: [file({ content: '\u2028'.repeat(6_990_000) })] }),
      /The files have \d+ bytes; 20971520 are the most/,
    ],
  ])('and answers %s fails with words that say so', async (_, how, problem) => {
    endpoint.answer(how);
    const prompt = fresh().padEnd(9_000, '.');
    const answer = await ask({ prompt });
    expect([answer.status, answer.json.code]).toEqual([422, 'generation_failed']);
    expect(answer.json.detail).toMatch(problem);
    // Asked once, and by the next who wants it again.
    expect(endpoint.received).toHaveLength(1);
    endpoint.answer((response) => say(response, { files: [file()] }));
    expect((await ask({ prompt })).status).toBe(200);
  });

  const of = (filename: string) => ({ files: [file({ filename })] });

  it('is not followed elsewhere', async () => {
    const other = await startReceiver();
    endpoint.answer((response) => response.writeHead(307, { location: other.url }).end());
    const { detail } = (await ask()).json;
    expect(detail).toMatch(/answered 307 \(redirects are not followed/);
    expect(other.connections()).toBe(0);
    await other.stop();
  });

  it('is not waited for longer than it may take', async () => {
    asWorker.timeoutMs = 300;
    endpoint.answer(() => undefined);
    const { status, json } = await ask();
    expect([status, json.code]).toEqual([422, 'generation_failed']);
    expect(json.detail).toMatch(/no answer within 0.3 s; GENERATION_TIMEOUT_SECONDS/);
  });

  it('may be away', async () => {
    const gone = await startReceiver();
    await gone.stop();
    moveTo(`${gone.url}/hidden-part`);
    const { status, json, text } = await ask();
    expect([status, json.code]).toEqual([422, 'generation_failed']);
    expect(json.detail).toContain(`The endpoint at ${gone.host} gave no files:`);
    expect(text).not.toContain('hidden-part');
  });

  it('is not where nobody may go', async () => {
    moveTo('http://169.254.169.254/latest');
    expect((await ask()).json.detail).toMatch(/169\.254\.169\.254 .*never contacted/);
  });

  it('may be another one for the worker, which then asks nobody', async () => {
    asWorker.url = `${endpoint.url}/other`;
    expect((await ask()).json.detail).toMatch(/another GENERATION_ENDPOINT than the API/);
    expect(endpoint.received).toHaveLength(0);
  });
});

it('shows the token nowhere, also where the endpoint repeats it', async () => {
  const content = `a ${token} b ${Buffer.from(token).toString('base64')} c`;
  const metadata = { [token]: [token], notes: [`by ${token}`] };
  endpoint.answer((response) => say(response, { files: [file({ content, metadata })] }));
  const answer = await ask();
  expect(answer.json.files[0]).toMatchObject({
    content: 'a *** b *** c',
    metadata: { '***': ['***'], warnings: [], notes: ['by ***'] },
  });
  expect(log.join('\n')).toContain('generate-custom');
  expect(log.join('\n')).not.toContain(token);
  expect(await everythingStored(api)).not.toContain(token);
});

describe('work that is under way', () => {
  const shared = { prompt: 'Shared by whoever waits.' };
  const workOf = (state: string) =>
    api.database.knex('work').where({ kind: 'custom-generation', state }).first('id');

  it('ends when it is cancelled, and the endpoint is told', async () => {
    let isCut = false;
    endpoint.answer((response) => response.on('close', () => (isCut = true)));
    const waiting = ask(shared);
    await until('the endpoint was asked', () => endpoint.received.length === 1);
    const { id } = await workOf('RUNNING');
    expect((await api.send('POST', `/api/ops/work/${id}/cancel`)).status).toBeLessThan(300);
    const { status, json } = await waiting;
    expect([status, json.code, json.detail]).toEqual([
      422,
      'generation_failed',
      'Nothing was generated: cancelled',
    ]);
    await until('the connection was closed', () => isCut);
  });

  it('is done by another worker when its own is stopped', async () => {
    endpoint.answer(() => undefined);
    const waiting = ask(shared);
    await until('the endpoint was asked', () => endpoint.received.length === 1);
    await workers.stop();
    endpoint.answer((response) => say(response, { files: [file()] }));
    workers = startWorkers(api, {}, { settings: { generation: asWorker } });
    expect((await waiting).status).toBe(200);
    expect(endpoint.received).toHaveLength(2);
  });
});

it('may be the server of docs/generators.md', async () => {
  const [, code = ''] = readFileSync('docs/generators.md', 'utf8').match(/```js\n([^]*?)```/) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'generator-'));
  const script = path.join(folder, 'server.mjs');
  writeFileSync(script, code);
  const server = spawn(process.execPath, [script], {
    env: { PORT: '0', GENERATION_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    moveTo(`http://127.0.0.1:${line.toString().replace('port', '').trim()}/`);
    const { status, json } = await ask({ prompt: 'Write a page.' });
    expect([status, json.files?.[0].filename]).toEqual([200, 'contract.md']);
    expect(json.files[0].content).toMatch(/^# .+\n\nWrite a page\.\n/);
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
});
