import type { AddressInfo } from 'node:net';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import { productProcesses } from '../local/product-process.ts';
import { startProcess } from './servers.ts';
import type { BenchServers } from './servers.ts';

const documents = 10_000;
const rounds = 3;
const demanded = 2_000;

/** Teams of about 1 kB; each round makes new ones, or changes all of them. */
function teams(round: number, version: number): string {
  const lines: string[] = [];
  for (let index = 0; index < documents; index++) {
    const id = `import-${round}-${index}`;
    const document = {
      id,
      name: `Team ${index} of round ${round}`,
      type: 'Team',
      description: `Version ${version}. ${'Looks after the orders of the web shop and their reports. '.repeat(14)}`,
      members: [{ emailAddress: `owner-${index}@example.com`, role: 'Owner' }],
      tags: ['orders', 'shop'],
    };
    lines.push(JSON.stringify({ resource: 'teams', id, document }));
  }
  return lines.join('\n');
}

/** Documents a second of one import. */
async function measure(address: string, key: string, body: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${address}/api/import`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body,
  });
  const last = (await answer.text()).trimEnd().split('\n').at(-1) ?? '';
  const seconds = (performance.now() - started) / 1000;
  const { summary } = JSON.parse(last) as { summary?: { documents: number; failed: number } };
  if (summary?.documents !== documents || summary.failed > 0) throw new Error(`import: ${last}`);
  return documents / seconds;
}

/** Import of small documents by one client, new ones and such that exist. */
export async function benchImport(servers: BenchServers): Promise<Figure[]> {
  const flags = productProcesses.find(({ name }) => name === 'api')?.flags ?? [];
  const api = await startProcess(
    'bench/our-server.js',
    { DATABASE_URL: servers.databaseUrl },
    flags,
  );
  const address = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
  const created: number[] = [];
  const updated: number[] = [];
  for (let round = 0; round < rounds; round++) {
    created.push(await measure(address, servers.key, teams(round, 1)));
    updated.push(await measure(address, servers.key, teams(round, 2)));
  }
  await api.stop();
  return [
    { what: `import of ${documents} new documents of 1 kB`, rates: created },
    { what: `import of ${documents} changed documents of 1 kB`, rates: updated },
  ].map(({ what, rates }) => ({
    what,
    ours: `${Math.round(median(rates))}/s`,
    limit: '–',
    ratio: undefined,
    demand: `≥ ${demanded}/s`,
    met: median(rates) >= demanded,
  }));
}
