import type { ChildProcess } from 'node:child_process';
import { Agent, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Figure } from '../figures.ts';
import { hostileRequests } from '../data/hostile-bodies/index.ts';
import type { HostileRequest } from '../data/hostile-bodies/index.ts';
import type { Stall } from '../loop-probe.ts';
import { flagsOf } from '../processes/process-flags.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const maxStallMs = 250;
const maxLiveP99Ms = 50;

type Answer = { status: number; text: string };

/** Effect of one request on others: the longest stall, and the duration of each concurrent `/health/live` request. */
type Measured = Stall & { what: string; status: number; liveMs: number[] };

/**
 * Measures every hostile body, one after the other, with concurrent probes of the event loop and of
 * `/health/live`.
 */
export async function benchStalls(servers: BenchServers): Promise<Figure[]> {
  const env = { DATABASE_URL: servers.databaseUrl };
  const api = await startProcess('bench/processes/our-server.js', env, flagsOf('api'));
  try {
    const address = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
    const exchange = createExchange(address, servers.key, await prepare(address, servers.key));
    const idle = await watchLive(exchange, new Promise((resolve) => setTimeout(resolve, 2_000)));
    const measured: Measured[] = [];
    for (const request of hostileRequests()) {
      measured.push(await measure(exchange, api.child, request));
    }
    if (process.env.STALLS_ALL) for (const each of measured) process.stderr.write(describe(each));
    return toFigures(measured, percentile(idle, 0.99));
  } finally {
    await api.stop();
  }
}

function toFigures(measured: readonly Measured[], idleP99: number): Figure[] {
  const worst = (by: 'processorMs' | 'wallMs'): Measured =>
    measured.reduce((one, other) => (other[by] > one[by] ? other : one));
  const [busiest, longest] = [worst('processorMs'), worst('wallMs')];
  const p99 = percentile(
    measured.flatMap(({ liveMs }) => liveMs),
    0.99,
  );
  const below = (what: string, ours: number, limit: number): Figure => ({
    what,
    ours: `${Math.round(ours)} ms`,
    limit: `${limit} ms`,
    ratio: undefined,
    demand: `≤ ${limit} ms`,
    met: ours <= limit,
  });
  const count = `${measured.length} hostile requests`;
  return [
    below(`Longest stall in ${count} (${longest.what})`, longest.wallMs, maxStallMs),
    below(`The same, processor time (${busiest.what})`, busiest.processorMs, maxStallMs),
    below(`p99 of /health/live beside them (${idleP99.toFixed(1)} at rest)`, p99, maxLiveP99Ms),
  ];
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

function describe({ what, status, processorMs, wallMs, liveMs }: Measured): string {
  const numbers = [processorMs, wallMs, percentile(liveMs, 0.99)].map((ms) => ms.toFixed(0));
  return `${what.padEnd(50)} ${status}  ${numbers.map((text) => text.padStart(6)).join('')}\n`;
}

type Exchange = (request: HostileRequest, agent?: Agent) => Promise<Answer>;

/** Sends requests; a connection closed before the body was sent counts as an answer with status 0. */
function createExchange(address: string, key: string, token: string): Exchange {
  return (request, agent = new Agent()) =>
    new Promise((resolve) => {
      const { method, path, contentType, body } = request;
      const headers = {
        ...(request.token ? { authorization: `Bearer ${token}` } : { 'x-api-key': key }),
        ...(contentType && { 'content-type': contentType }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      };
      const outgoing = send(`${address}${path}`, { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
        answer.on('error', (error) => resolve({ status: 0, text: error.message }));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8', 0, 10_000);
          resolve({ status: answer.statusCode ?? 0, text });
        });
      });
      outgoing.on('error', (error) => resolve({ status: 0, text: error.message }));
      outgoing.end(body);
    });
}

/** Creates the data that the requests need; returns a token of messaging. */
async function prepare(address: string, key: string): Promise<string> {
  const exchange = createExchange(address, key, '');
  const make = async (method: 'PUT' | 'POST', path: string, body: object): Promise<string> => {
    const contentType = 'application/json';
    const request = { what: path, method, path, contentType, body: JSON.stringify(body) };
    const { status, text } = await exchange(request);
    if (status === 0 || status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };
  await make('PUT', '/api/teams/stalls', { id: 'stalls', name: 'Stalls', type: 'Team' });
  await make('PUT', '/api/dataproducts/p', {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id: 'p',
    status: 'active',
    team: { name: 'stalls' },
  });
  const contacts = '/api/messaging/contacts';
  const contact = await make('POST', contacts, { username: 'stalls', phone_number: '+49 1' });
  const { id: contactId } = JSON.parse(contact) as { id: string };
  const made = await make('POST', '/api/messaging/tokens', { contactId });
  return (JSON.parse(made) as { token: string }).token;
}

async function measure(
  exchange: Exchange,
  child: ChildProcess,
  request: HostileRequest,
): Promise<Measured> {
  await stallOf(child);
  let answer: Answer = { status: 0, text: '' };
  const answered = exchange(request).then((one) => void (answer = one));
  const liveMs = await watchLive(exchange, answered);
  await answered;
  return { what: request.what, status: answer.status, liveMs, ...(await stallOf(child)) };
}

/** Durations of answers until `end`, requested 5 ms after each other. */
async function watchLive(exchange: Exchange, end: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const taken: number[] = [];
  const state = { isOver: false };
  const over = (): void => void (state.isOver = true);
  end.then(over, over);
  while (!state.isOver) {
    const started = performance.now();
    await exchange({ what: 'live', method: 'GET', path: '/health/live' }, agent);
    taken.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
  return taken;
}

function stallOf(child: ChildProcess): Promise<Stall> {
  return new Promise((resolve) => {
    child.once('message', (stall) => resolve(stall as Stall));
    child.send('stall');
  });
}
