import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { writeYaml } from '../../lib/yaml/yaml.ts';
import { productProcesses } from '../../local/processes/product-process.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const teams = 50;
const contracts = 9_950;
const documents = teams + contracts;
const demanded = { perSecond: 500, secondsAgain: 5 };

/** A contract of about 2 kB of YAML. */
function contract(index: number): object {
  const properties = Array.from({ length: 12 }, (_, column) => ({
    name: `column_${column}`,
    logicalType: column % 2 === 0 ? 'string' : 'integer',
    description: `What column ${column} means for orders`,
    required: column < 3,
  }));
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: `contract-${index}`,
    name: `Contract ${index}`,
    version: '1.0.0',
    status: 'active',
    team: { name: `team-${index % teams}` },
    description: { purpose: 'Orders of the web shop, with what was paid and sent' },
    schema: [{ name: `table_${index}`, physicalType: 'table', properties }],
  };
}

function writeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-apply-'));
  for (const name of ['teams', 'contracts']) fs.mkdirSync(path.join(folder, name));
  for (let index = 0; index < teams; index++) {
    const text = `id: team-${index}\nname: Team ${index}\ntype: Team\n`;
    fs.writeFileSync(path.join(folder, 'teams', `team-${index}.yaml`), text);
  }
  for (let index = 0; index < contracts; index++) {
    const file = path.join(folder, 'contracts', `contract-${index}.odcs.yaml`);
    fs.writeFileSync(file, writeYaml(contract(index)));
  }
  return folder;
}

type Applied = { seconds: number; created: number; unchanged: number; failed: number };

/** One call of the program, from its start to its end. */
function apply(folder: string, env: NodeJS.ProcessEnv): Applied {
  const words = [path.resolve('bin/concordat.mjs'), 'apply', '-f', folder, '--output', 'json'];
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    env: { ...process.env, ...env, CONCORDAT_CONFIG_DIR: folder },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = (performance.now() - started) / 1_000;
  if (status !== 0) throw new Error(`apply ended with ${status}: ${stderr}`);
  return { ...(JSON.parse(stdout) as Omit<Applied, 'seconds'>), seconds };
}

/** Measures `concordat apply` of a folder of 10,000 documents: into an empty catalog, and once more. */
export async function benchApply(servers: BenchServers): Promise<Figure[]> {
  const flags = productProcesses.find(({ name }) => name === 'api')?.flags ?? [];
  const env = { DATABASE_URL: servers.databaseUrl };
  const api = await startProcess('bench/processes/our-server.js', env, flags);
  const folder = writeFolder();
  const address = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
  const client = { CONCORDAT_URL: address, CONCORDAT_API_KEY: servers.key };
  const first = apply(folder, client);
  const again = apply(folder, client);
  await api.stop();
  fs.rmSync(folder, { recursive: true });
  if (first.created !== documents || again.unchanged !== documents)
    throw new Error(`apply created ${first.created}, and left ${again.unchanged} as they were`);
  const perSecond = documents / first.seconds;
  return [
    {
      what: `apply of ${documents} new documents of 2 kB from files`,
      ours: `${Math.round(perSecond)}/s`,
      demand: `≥ ${demanded.perSecond}/s`,
      met: perSecond >= demanded.perSecond,
    },
    {
      what: `apply of the same ${documents} documents again: 0 changes`,
      ours: `${again.seconds.toFixed(1)} s`,
      demand: `≤ ${demanded.secondsAgain} s`,
      met: again.seconds <= demanded.secondsAgain,
    },
  ].map((figure) => ({ ...figure, limit: '–', ratio: undefined }));
}
