import { Client } from 'pg';
import { fillLineage } from '../data/lineage-rows.ts';
import { benchEvents, besideBareServer } from '../event-load.ts';
import type { PostedEvents } from '../event-load.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import type { BenchServers } from '../servers.ts';

const fullEdges = 10_000_000;
const graphs = 40;

let sent = 0;

/** A run event of about 1.5 kB, as dbt sends it: two inputs and an output with a schema. */
function runEvent(): object {
  const n = (sent += 1);
  const dataset = (name: string) => ({
    namespace: 'postgres://db.example.com:5432',
    name: `shop.public.${name}`,
    facets: {
      schema: {
        _producer: 'https://example.com/bench',
        _schemaURL: 'https://openlineage.io/spec/facets/1-1-1/SchemaDatasetFacet.json',
        fields: ['id', 'name', 'amount', 'placed_at'].map((field) => ({
          name: field,
          type: 'text',
        })),
      },
    },
  });
  const job = n % 1_000;
  return {
    eventType: n % 2 === 0 ? 'START' : 'COMPLETE',
    eventTime: new Date().toISOString(),
    run: { runId: `run-${n >> 1}`, facets: {} },
    job: { namespace: 'bench', name: `job-${job}` },
    inputs: [dataset(`in_${job}`), dataset(`in_${(job * 7) % 1_000}`)],
    outputs: [dataset(`out_${job}`)],
    producer: 'https://example.com/bench',
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
  };
}

const query = '?dataProductId=shop&outputPortId=orders';

const events: PostedEvents = {
  name: 'events of OpenLineage',
  single: { path: `/api/v1/lineage${query}`, body: runEvent },
  many: {
    path: `/api/v1/lineage/batch${query}`,
    body: (count) => Array.from({ length: count }, runEvent),
  },
  isStored: (text) => text.includes('"success"'),
};

async function benchGraph(address: string, servers: BenchServers, edges: number): Promise<Figure> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from organizations');
  const starts = await fillLineage(client, {
    organizationId: rows[0]?.id ?? '',
    edges,
    starts: graphs,
  });
  await client.end();
  const ask = async (node: string): Promise<number> => {
    const started = performance.now();
    const url = `${address}/api/lineage/graph?node=${node}&depth=20`;
    const answer = await fetch(url, { headers: { 'x-api-key': servers.key } });
    const { nodes } = (await answer.json()) as { nodes: unknown[] };
    if (nodes.length !== 500) throw new Error(`${nodes.length} nodes in the graph`);
    return performance.now() - started;
  };
  for (const node of starts.slice(0, 10)) await ask(node);
  const times: number[] = [];
  for (const node of starts) times.push(await ask(node));
  const ms = median(times);
  return {
    what: `graph of 500 nodes among ${edges.toLocaleString('en')} edges`,
    ours: `${Math.round(ms)} ms`,
    limit: '–',
    ratio: undefined,
    demand: '≤ 100 ms',
    met: ms <= 100,
  };
}

/** Measures events of OpenLineage, alone and in batches, and the graph at `size` × 10 million edges. */
export function benchLineage(servers: BenchServers, size: number): Promise<Figure[]> {
  return besideBareServer(servers, async (running) => [
    ...(await benchEvents(running, events)),
    await benchGraph(running.address, servers, Math.round(fullEdges * size)),
  ]);
}
