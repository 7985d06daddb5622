import type { AddressInfo } from 'node:net';
import { mergeOntologies } from '../../domain/ontology/merge/merge-ontologies.ts';
import { ontologyTasks } from '../../domain/semantics/ontology-tasks.ts';
import { readStored } from '../../domain/semantics/read-stored.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { ontologyText } from '../data/ontology-text.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const [few, many] = [10_000, 100_000];
const prefix = '/api/semantics/experimental/namespaces';

type Send = (method: string, path: string, body?: string) => Promise<number>;

/** Measures ontologies of 10,000 and 100,000 concepts: storing, reading one concept, and merging. */
export async function benchSemantics(servers: BenchServers): Promise<Figure[]> {
  const server = await startProcess('bench/processes/our-server.js', {
    DATABASE_URL: servers.databaseUrl,
  });
  try {
    const { port } = server.ready as AddressInfo;
    const send: Send = async (method, path, body) => {
      const started = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          'x-api-key': servers.key,
          'content-type': 'application/yaml',
          // The server closes an idle connection while the bench computes, and a request on it fails with
          // EPIPE.
          connection: 'close',
        },
        ...(body !== undefined && { body }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return performance.now() - started;
    };
    return [...(await benchStore(send)), ...benchMerge(), ...(await benchLarge(send))];
  } finally {
    await server.stop();
  }
}

let storedMs = 0;

async function benchStore(send: Send): Promise<Figure[]> {
  await send(
    'PUT',
    `${prefix}/warm/ontology.yaml`,
    ontologyText('warm', 500, () => 'Meaning'),
  );
  const text = ontologyText('bench', few, () => 'Meaning');
  const waited = watch(send);
  storedMs = await send('PUT', `${prefix}/bench/ontology.yaml`, text);
  const longest = await waited();
  const changed = ontologyText('bench', few, (index) => (index % 10 === 0 ? 'Another' : 'Meaning'));
  const againMs = await send('PUT', `${prefix}/bench/ontology.yaml`, changed);
  const reads: number[] = [];
  for (let index = 0; index < 50; index++)
    reads.push(await send('GET', `${prefix}/bench/concepts/concept_${index * 199}`));
  const readMs = median(reads);
  const size = `${(text.length / 1024 / 1024).toFixed(1)} MB`;
  return [
    figure(`store 10,000 concepts (${size})`, storedMs, 3_000),
    figure('store them again, 1,000 of them changed', againMs, 3_000),
    figure('longest wait of another request meanwhile', longest, 100),
    figure('read one concept', readMs, 10),
  ];
}

/** Repeats a small request; the returned function gives the longest delay. */
function watch(send: Send): () => Promise<number> {
  const stop = new AbortController();
  let longest = 0;
  const asking = (async () => {
    while (!stop.signal.aborted) longest = Math.max(longest, await send('GET', '/health/live'));
  })();
  return async () => {
    stop.abort();
    await asking;
    return longest;
  };
}

function benchMerge(): Figure[] {
  const side = (change: (index: number) => string) => ontologyText('bench', few, change);
  const texts = {
    base: side(() => 'Meaning'),
    namespace: side((index) => (index % 10 === 3 ? 'Theirs' : 'Meaning')),
    branch: side((index) => (index % 10 === 7 ? 'Ours' : 'Meaning')),
  };
  const started = performance.now();
  const sides = {
    base: readStored(texts.base).ontology,
    namespace: readStored(texts.namespace).ontology,
    branch: readStored(texts.branch).ontology,
  };
  const parsed = performance.now();
  const merged = mergeOntologies(sides);
  const mergeMs = performance.now() - parsed;
  if (merged.outcome !== 'merged') throw new Error(merged.outcome);
  const whole = performance.now();
  ontologyTasks.merge(texts, []);
  return [
    figure('read three texts of 10,000 concepts', parsed - started, 6_000),
    figure('merge them, 1,000 changes on each side', mergeMs, 500),
    figure('all of it, with the text written back', performance.now() - whole, 10_000),
  ];
}

/** The cost is linear: ten times as many concepts take ten times as long, and at most half as much again. */
async function benchLarge(send: Send): Promise<Figure[]> {
  const text = ontologyText('large', many, () => 'Meaning');
  const ms = await send('PUT', `${prefix}/large/ontology.yaml`, text);
  const ratio = ms / storedMs / 10;
  const read = async (path: string): Promise<number> => {
    const times: number[] = [];
    // More than five: from then on a prepared statement may have another plan.
    for (let time = 0; time < 15; time++) times.push(await send('GET', `${prefix}/large/${path}`));
    return median(times);
  };
  const usagesMs = await read('concepts/concept_50000/usages');
  const relationshipsMs = await read('relationships');
  return [
    {
      what: 'store 100,000 concepts, against ten times 10,000',
      ours: `${(ms / 1000).toFixed(1)} s`,
      limit: `${(storedMs / 100).toFixed(1)} s`,
      ratio,
      demand: 'at most 1.5',
      met: ratio <= 1.5,
    },
    figure('who links to one of 100,000 concepts', usagesMs, 250),
    figure('first 1,000 of their 50,000 relationships', relationshipsMs, 500),
  ];
}

function figure(what: string, ms: number, mostMs: number): Figure {
  return {
    what,
    ours: `${ms.toFixed(ms < 10 ? 1 : 0)} ms`,
    limit: '–',
    ratio: undefined,
    demand: `at most ${mostMs} ms`,
    met: ms <= mostMs,
  };
}
