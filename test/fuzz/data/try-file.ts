import fs from 'node:fs';
import path from 'node:path';
import type { Installation } from '../installation/start-installation.ts';
import type { Prepared } from '../installation/prepare-organization.ts';
import { contract } from '../../support/builders/contracts.ts';
import type { ProcessWatch } from '../watch/processes.ts';
import type { KafkaBroker } from '../../support/fakes/kafka-broker.ts';
import type { FuzzFile } from './make-file.ts';
import { findWork, workOf } from './work-rows.ts';

export type FileOutcome =
  | { kind: 'ended'; detail: string }
  | { kind: 'death' | 'hang' | 'retried' | 'server error'; detail: string };

export type DataRun = {
  installation: Installation;
  prepared: Prepared;
  processes: ProcessWatch;
  /** The broker with the messages. */
  broker: KafkaBroker;
  /** Time after which a run, or a request of an ontology, counts as hanging. */
  patienceMs: number;
};

/** Sends a file to the product and waits for the outcome; `lane` numbers the concurrent tries. */
export async function tryFile(run: DataRun, file: FuzzFile, lane: number): Promise<FileOutcome> {
  await run.processes.alive();
  const since = Date.now();
  const outcome =
    file.through === 'API' ? await putOntology(run, file, lane) : await readFile(run, file, lane);
  if (outcome.kind === 'ended') return outcome;
  await pause(300);
  await run.processes.alive();
  const isDeath = ['api', 'worker'].some((name) => run.processes.diedSince(name, since));
  return isDeath ? { kind: 'death', detail: 'a process died meanwhile' } : outcome;
}

const ontologyPaths: Record<string, string> = {
  'application/yaml': 'ontology.yaml',
  'text/turtle': 'ontology.ttl',
  'application/rdf+xml': 'ontology.rdf',
  'application/json': 'ontology.jsonld',
};

async function putOntology(run: DataRun, file: FuzzFile, lane: number): Promise<FileOutcome> {
  const { sample, bytes } = file;
  const name = `data-${lane}`;
  const namespace = `/api/semantics/experimental/namespaces/${name}`;
  await ask(run, 'PUT', namespace, { namespace: name, name, team: 'checkout' });
  const target = `${namespace}/${ontologyPaths[sample.format]}`;
  return describe(await ask(run, 'PUT', target, bytes, sample.format));
}

function describe({ status, text }: Answer): FileOutcome {
  if (status === undefined) return { kind: 'hang', detail: text };
  // The number of ontologies waiting for a process is limited; this one was not read.
  if (status < 500 || status === 503)
    return { kind: 'ended', detail: `${status} ${codeIn(text)}`.trim() };
  return { kind: 'server error', detail: `${status} ${text.slice(0, 300)}` };
}

/** The code of a refusal, which distinguishes answers with status 422. */
const codeIn = (text: string): string => /"code":"([a-z_]+)"/.exec(text)?.[1] ?? '';

async function readFile(run: DataRun, file: FuzzFile, lane: number): Promise<FileOutcome> {
  if (file.sample.kind === 'topic') return readTopic(run, file, lane);
  const folder = path.join(run.installation.dataFolder, `lane-${lane}`);
  const location = writeFile(folder, file);
  const begun =
    file.through === 'ingestion'
      ? await beginIngestion(run, folder, lane)
      : await beginFileTest(run, file, location, lane);
  if (typeof begun !== 'string') return begun;
  return untilEnded(run, begun, file);
}

/** Sends the damaged message between two valid ones. */
async function readTopic(run: DataRun, file: FuzzFile, lane: number): Promise<FileOutcome> {
  const { sample, bytes } = file;
  const topic = `data-${lane}`;
  const messages = [sample.bytes, bytes, sample.bytes].map((value, offset) => ({ offset, value }));
  run.broker.topics.set(topic, { partitions: 1, replicas: 1, messages: [messages] });
  const servers = [
    { server: 'topic', type: 'kafka', host: run.broker.server, format: sample.format },
  ];
  const schema = [{ name: topic, properties }];
  const begun = await beginTest(run, lane, { servers, schema });
  return typeof begun === 'string' ? untilEnded(run, begun, file) : begun;
}

/** Writes the file, alone in its folder, and returns its path for a contract. */
function writeFile(folder: string, { sample, bytes }: FuzzFile): string {
  fs.rmSync(folder, { recursive: true, force: true });
  if (sample.kind === 'delta log' || sample.kind === 'delta part') {
    const { beside = Buffer.alloc(0) } = sample;
    const [log, part] = sample.kind === 'delta log' ? [bytes, beside] : [beside, bytes];
    const logFolder = path.join(folder, 'table', '_delta_log');
    fs.mkdirSync(logFolder, { recursive: true });
    fs.writeFileSync(path.join(logFolder, '00000000000000000000.json'), log);
    fs.writeFileSync(path.join(folder, 'table', 'part.parquet'), part);
    return path.join(folder, 'table');
  }
  fs.mkdirSync(folder, { recursive: true });
  const location = path.join(folder, `orders.${sample.format}`);
  fs.writeFileSync(location, bytes);
  return location;
}

const properties = [
  { name: 'id', logicalType: 'integer', primaryKey: true, primaryKeyPosition: 1 },
  { name: 'note', logicalType: 'string', required: true, logicalTypeOptions: { pattern: '^note' } },
  { name: 'amount', logicalType: 'number', logicalTypeOptions: { minimum: 0 } },
];

function beginFileTest(run: DataRun, { sample }: FuzzFile, location: string, lane: number) {
  const servers = [{ server: 'files', type: 'local', path: location, format: sample.format }];
  return beginTest(run, lane, { servers, schema: [{ name: 'orders', properties }] });
}

async function beginTest(run: DataRun, lane: number, change: Record<string, unknown>) {
  const id = `data-${lane}`;
  const document = contract(id, change);
  const stored = await ask(run, 'PUT', `/api/datacontracts/${id}`, document);
  if (stored.status !== 200) return describe(stored);
  const begun = await ask(run, 'POST', `/api/datacontracts/${id}/test`, {});
  return begun.status === 202 ? workOf(run.installation, 'test_runs', id) : describe(begun);
}

async function beginIngestion(run: DataRun, folder: string, lane: number) {
  const id = `data-${lane}`;
  const stored = await ask(run, 'PUT', `/ui/integrations/${id}`, {
    externalId: id,
    name: id,
    source: 'files',
    owningTeamExternalId: 'checkout',
    configuration: { location: folder },
  });
  if (stored.status !== 200) return describe(stored);
  const begun = await ask(run, 'POST', `/ui/integrations/${id}/run`, {});
  return begun.status === 202 ? workOf(run.installation, 'ingestion_runs', id) : describe(begun);
}

/** Waits for the end of a run; a hanging run is cancelled, so that it does not affect others. */
async function untilEnded(run: DataRun, workId: string, file: FuzzFile): Promise<FileOutcome> {
  const { installation, processes, patienceMs } = run;
  const started = Date.now();
  for (;;) {
    const work = await findWork(installation, workId);
    if (work.attempt > 1) {
      await endWork(run, workId);
      return { kind: 'retried', detail: `attempt ${work.attempt}: ${work.error ?? ''}` };
    }
    if (work.hasEnded) return { kind: 'ended', detail: work.state };
    const hasDied = processes.diedSince('worker', started);
    if (hasDied || Date.now() - started > patienceMs) {
      await endWork(run, workId);
      return { kind: 'hang', detail: `the ${file.through} did not end in ${patienceMs} ms` };
    }
    await pause(25);
  }
}

async function endWork(run: DataRun, workId: string): Promise<void> {
  await ask(run, 'POST', `/api/ops/work/${workId}/cancel`, {});
  const end = Date.now() + 20_000;
  while (Date.now() < end && !(await findWork(run.installation, workId)).hasEnded) {
    await pause(100);
  }
}

type Answer = { status: number | undefined; text: string };

/** Keys go to /api, sessions to /ui. */
async function ask(
  { installation, prepared, patienceMs }: DataRun,
  method: string,
  target: string,
  body: object | Buffer,
  contentType = 'application/json',
): Promise<Answer> {
  const { credentials } = prepared.receiver;
  const headers = credentials[target.startsWith('/ui') ? 'session' : 'organization'];
  try {
    const answer = await fetch(`${installation.address}${target}`, {
      method,
      headers: {
        ...Object.fromEntries(headers),
        'content-type': contentType,
        prefer: 'respond-async',
      },
      body: Buffer.isBuffer(body) ? Uint8Array.from(body) : JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: undefined, text: `no answer: ${String(error)}` };
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
