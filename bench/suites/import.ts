import type { AddressInfo } from 'node:net';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { productProcesses } from '../../local/processes/product-process.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const documents = 10_000;
const rounds = 3;
const demanded = 2_000;

/** Assets of about 1 kB; each round creates new ones, or changes all of them. */
function assets(round: number, version: number): string {
  const lines: string[] = [];
  for (let index = 0; index < documents; index++) {
    const id = `import-${round}-${index}`;
    const columns = Array.from({ length: 8 }, (_, column) => ({
      name: `column_${column}`,
      type: column % 2 === 0 ? 'text' : 'integer',
      description: `What column ${column} means`,
      required: column < 3,
    }));
    const document = {
      id,
      info: {
        owner: 'import',
        source: 'postgres',
        type: 'postgres_table',
        name: `table_${index}_of_${round}`,
        description: `Version ${version}. Orders of the web shop, with what was paid and sent.`,
      },
      columns,
      properties: { database: 'shop', schema: 'public', table: `table_${index}` },
      tags: ['orders', 'shop'],
    };
    lines.push(JSON.stringify({ resource: 'assets', id, document }));
  }
  return lines.join('\n');
}

async function putOwner(address: string, key: string): Promise<void> {
  const document = { id: 'import', name: 'Import', type: 'Team' };
  const answer = await fetch(`${address}/api/teams/import`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });
  if (!answer.ok) throw new Error(`team: ${answer.status} ${await answer.text()}`);
}

/** Documents per second of one import. */
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

/** Measures the import of assets by one client, new and existing ones. */
export async function benchImport(servers: BenchServers): Promise<Figure[]> {
  const flags = productProcesses.find(({ name }) => name === 'api')?.flags ?? [];
  const api = await startProcess(
    'bench/processes/our-server.js',
    { DATABASE_URL: servers.databaseUrl },
    flags,
  );
  const address = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
  await putOwner(address, servers.key);
  const created: number[] = [];
  const updated: number[] = [];
  for (let round = 0; round < rounds; round++) {
    created.push(await measure(address, servers.key, assets(round, 1)));
    updated.push(await measure(address, servers.key, assets(round, 2)));
  }
  await api.stop();
  return [
    { what: `import of ${documents} new assets of 1 kB`, rates: created },
    { what: `import of ${documents} changed assets of 1 kB`, rates: updated },
  ].map(({ what, rates }) => ({
    what,
    ours: `${Math.round(median(rates))}/s`,
    limit: '–',
    ratio: undefined,
    demand: `≥ ${demanded}/s`,
    met: median(rates) >= demanded,
  }));
}
