import fs from 'node:fs';
import path from 'node:path';
import { createFindings } from '../findings.ts';
import type { Findings } from '../findings.ts';
import { startInstallation } from '../installation/start-installation.ts';
import { prepareOrganization } from '../installation/prepare-organization.ts';
import { commandOf } from '../options.ts';
import type { FuzzOptions } from '../options.ts';
import { shrink } from '../shrink/shrink.ts';
import { startAvroRegistry } from './avro-registry.ts';
import { startKafkaBroker } from '../../support/fakes/kafka-broker.ts';
import { watchProcesses } from '../watch/processes.ts';
import { makeFile } from './make-file.ts';
import type { FuzzFile } from './make-file.ts';
import { makeSamples } from './sample-files.ts';
import { simplerFiles } from './simpler-files.ts';
import { tryFile } from './try-file.ts';
import type { DataRun, FileOutcome } from './try-file.ts';

export type DataReport = {
  findings: Findings;
  /** Number of files tried within the time limit, and number requested. */
  files: number;
  wanted: number;
  seconds: number;
  /** Number of files by entry point (`ingestion`, `API` …) and outcome. */
  outcomes: ReadonlyMap<string, number>;
};

/** Maximum duration of a run, which normally takes milliseconds, even on a slow machine. */
const patienceMs = 45_000;
const lanes = 6;
/** Short, so that the run of a dead worker is soon resumed. */
const leaseSeconds = '5';

/** Sends damaged files to a separate installation; keeps harmful files, shrunk as far as possible. */
export async function fuzzData(
  options: FuzzOptions,
  say: (line: string) => void,
): Promise<DataReport> {
  const [broker, registry] = await Promise.all([startKafkaBroker(), startAvroRegistry()]);
  const installation = await startInstallation({
    LEASE_SECONDS: leaseSeconds,
    DATACONTRACT_KAFKA_SCHEMA_REGISTRY_URL: registry.url,
  });
  try {
    const prepared = await prepareOrganization(installation);
    const all = await makeSamples(installation.dataFolder);
    const samples = all.filter(({ name }) => name.includes(options.operation));
    const findings = createFindings(say);
    let lastWords = '';
    const processes = watchProcesses(installation, ({ member, how, message, location }) => {
      lastWords = `${member} died (${how}): ${message} at ${location}`;
      say(lastWords);
    });
    const run: DataRun = { installation, prepared, processes, broker, patienceMs };
    const fileOf = (index: number): FuzzFile => makeFile(samples, options.seed, index);
    const { suspects, ...counted } = await tryAll(run, options, fileOf);
    for (const index of suspects) {
      const file = fileOf(index);
      const outcome = await tryFile(run, file, 0);
      if (outcome.kind === 'ended') continue;
      const said = outcome.kind === 'death' ? lastWords : outcome.detail;
      await examineFile({ run, findings, options }, file, { ...outcome, detail: said });
    }
    processes.stop();
    return { findings, ...counted, wanted: options.to - options.from + 1 };
  } finally {
    await installation.stop();
    registry.stop();
    await broker.stop();
  }
}

/** Tries all files, several at once; files with findings are tried again alone later. */
async function tryAll(run: DataRun, options: FuzzOptions, fileOf: (index: number) => FuzzFile) {
  const started = Date.now();
  const end = started + options.seconds * 1_000;
  const outcomes = new Map<string, number>();
  const suspects: number[] = [];
  let next = options.from;
  const work = async (lane: number): Promise<void> => {
    while (next <= options.to && Date.now() < end) {
      const index = next;
      next += 1;
      const file = fileOf(index);
      const { kind, detail } = await tryFile(run, file, lane);
      const name = `${file.through} ${kind === 'ended' ? detail : kind}`;
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      if (kind !== 'ended') suspects.push(index);
    }
  };
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => work(lane + 1)));
  const seconds = (Date.now() - started) / 1_000;
  return { outcomes, suspects, seconds, files: next - options.from };
}

type Examination = { run: DataRun; findings: Findings; options: FuzzOptions };

async function examineFile(
  { run, findings, options }: Examination,
  file: FuzzFile,
  { kind, detail }: Exclude<FileOutcome, { kind: 'ended' }>,
): Promise<void> {
  const { index, sample, through } = file;
  const signature = `${kind} ${through} ${sample.format} ${detail.replaceAll(/\d+/g, '').slice(0, 60)}`;
  const operation = `${through} of ${sample.name}`;
  if (!findings.add({ kind, signature, operation, index, detail })) return;
  const until = Date.now() + options.shrinkSeconds * 1_000;
  const fails = async (simpler: FuzzFile): Promise<boolean> =>
    (await tryFile(run, simpler, 0)).kind === kind;
  const smallest = await shrink(file, simplerFiles, fails, { until });
  findings.reproduce(signature, [
    `${commandOf(options)} --only ${index}`,
    `${smallest.bytes.length} bytes in ${keepFile(options.seed, smallest)}`,
  ]);
}

function keepFile(seed: number, { index, sample, bytes }: FuzzFile): string {
  const folder = path.join('.data', 'fuzz', String(seed));
  fs.mkdirSync(folder, { recursive: true });
  const ending = /\.\w+$/.exec(sample.name)?.[0] ?? `.${sample.format}`;
  const file = path.join(folder, `file-${index}${ending}`);
  fs.writeFileSync(file, bytes);
  return file;
}
