import type { AddressInfo } from 'node:net';
import { generators } from '../../jobs/code-generation/generators/index.ts';
import { writeGeneration } from '../../jobs/code-generation/write-generation.ts';
import type { GenerationChoice } from '../../jobs/code-generation/write-generation.ts';
import { productProcesses } from '../../local/processes/product-process.ts';
import { time } from '../data/contract-test-run.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const fields = 1_000;
const rounds = 20;
const requests = 60;

const types = ['string', 'integer', 'number', 'timestamp', 'boolean'];

/** Typical fields; every tenth is an object. */
function contractOf(id: string, count: number, note = ''): Record<string, unknown> {
  const property = (index: number): Record<string, unknown> => ({
    name: `field_${index}`,
    logicalType: index % 10 === 9 ? 'object' : types[index % types.length],
    ...(index % 5 === 2 && { physicalType: 'decimal(18,2)' }),
    description: `What field ${index} is about, in one sentence or two`,
    required: index % 2 === 0,
    classification: 'internal',
    tags: ['wide'],
    ...(index === 0 && { primaryKey: true, primaryKeyPosition: 1 }),
    ...(index % 5 === 0 && index > 0 && { logicalTypeOptions: { maxLength: 40 } }),
    ...(index % 10 === 9 && { properties: [{ name: 'inner', logicalType: 'string' }] }),
  });
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    version: '1.0.0',
    status: 'active',
    team: { name: 'bench' },
    description: { purpose: `A wide table ${note}` },
    schema: [
      { name: 'wide', properties: Array.from({ length: count }, (_, index) => property(index)) },
    ],
  };
}

function atMost(what: string, milliseconds: number, most: number): Figure {
  return {
    what,
    ours: `${milliseconds.toFixed(1)} ms`,
    limit: '–',
    ratio: undefined,
    demand: `≤ ${most} ms`,
    met: milliseconds <= most,
  };
}

const forms: readonly GenerationChoice[] = generators.flatMap(({ type, dialects, variants }) => [
  { type },
  ...dialects.map((dialect) => ({ type, dialect })),
  ...variants.map((compat) => ({ type, compat })),
]);

/** Median duration of a worker's generation from a contract that is already read. */
function medianRun(text: string, form: GenerationChoice): number {
  const spent = Array.from({ length: rounds }, () => {
    const started = performance.now();
    writeGeneration(JSON.parse(text), form);
    return performance.now() - started;
  });
  return median(spent);
}

function inWorker(): Figure {
  const text = JSON.stringify(contractOf('wide', fields));
  const measured = forms.map((form) => ({ form, spent: medianRun(text, form) }));
  const [slowest] = measured.toSorted((a, b) => b.spent - a.spent);
  if (!slowest) throw new Error('there are no formats');
  const name = Object.values(slowest.form).join(' ');
  const what = `${fields} fields in ${forms.length} forms, median of the slowest (${name})`;
  return atMost(what, slowest.spent, 100);
}

type Ask = (path: string, method: string, body: unknown) => Promise<void>;

function createAsk(address: string, key: string): Ask {
  return async (path, method, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
  };
}

const ddl = { type: 'sql-ddl' };

/** The duration of a request beyond the generation itself, when nothing is stored. */
async function throughQueue(ask: Ask, count: number): Promise<Figure> {
  const over: number[] = [];
  for (let n = 0; n < requests; n++) {
    const contract = contractOf('fresh', count, String(n));
    await ask('/api/datacontracts/fresh', 'PUT', contract);
    const ours = await time(() => ask('/api/datacontracts/fresh/generate', 'POST', ddl));
    const text = JSON.stringify(contract);
    const started = performance.now();
    writeGeneration(JSON.parse(text), ddl);
    over.push(ours - (performance.now() - started));
  }
  const what = `Generation for ${count} fields through HTTP, beyond the generator, median`;
  return atMost(what, median(over), 60);
}

async function fromStore(ask: Ask, count: number): Promise<Figure> {
  await ask('/api/datacontracts/stored', 'PUT', contractOf('stored', count));
  const generate = (): Promise<void> => ask('/api/datacontracts/stored/generate', 'POST', ddl);
  for (let n = 0; n < 20; n++) await generate();
  const spent: number[] = [];
  for (let n = 0; n < requests; n++) spent.push(await time(generate));
  return atMost(`A stored answer for ${count} fields through HTTP, median`, median(spent), 10);
}

/** Measures code generation: the generators, the path through HTTP and the queue, and stored answers. */
export async function benchCodeGeneration(servers: BenchServers): Promise<Figure[]> {
  // Before anything runs concurrently.
  const generating = inWorker();
  const env = {
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    LOG_LEVEL: 'warn',
  };
  const flags = productProcesses.find(({ name }) => name === 'worker')?.flags ?? [];
  const api = await startProcess('bench/processes/our-server.js', env);
  const worker = await startProcess('bench/processes/contract-test-worker.js', env, [...flags]);
  const clock = await startProcess('bench/processes/clock-process.js', env);
  const ask = createAsk(`http://127.0.0.1:${(api.ready as AddressInfo).port}`, servers.key);
  await ask('/api/teams/bench', 'PUT', { id: 'bench', name: 'Bench', type: 'Team' });
  const figures = [
    generating,
    await throughQueue(ask, 20),
    await throughQueue(ask, fields),
    await fromStore(ask, 20),
    await fromStore(ask, fields),
  ];
  await Promise.all([api.stop(), worker.stop(), clock.stop()]);
  return figures;
}
