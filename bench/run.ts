import { benchAccess, benchAccessTimers } from './access.ts';
import { benchApi } from './api.ts';
import { benchCodeGeneration } from './code-generation.ts';
import { benchContractTestFiles } from './contract-test-files.ts';
import { benchContractTestService } from './contract-test-service.ts';
import { benchContractTest } from './contract-test.ts';
import { benchFeed } from './feed.ts';
import { toTable } from './figures.ts';
import type { Figure } from './figures.ts';
import { benchImport } from './import.ts';
import { benchIngestion } from './ingestion.ts';
import { benchMessaging } from './messaging.ts';
import { benchQueue } from './queue.ts';
import { benchSearch } from './search.ts';
import { benchSemantics } from './semantics.ts';
import { startServers } from './servers.ts';
import type { BenchServers } from './servers.ts';
import { benchValidation } from './validation.ts';

const benches: Record<string, (servers: BenchServers) => Promise<Figure[]>> = {
  api: benchApi,
  access: benchAccess,
  'access-timers': benchAccessTimers,
  import: benchImport,
  queue: benchQueue,
  'contract-test': benchContractTest,
  'contract-test-files': benchContractTestFiles,
  'contract-test-service': benchContractTestService,
  'code-generation': benchCodeGeneration,
  validation: benchValidation,
  search: benchSearch,
  feed: benchFeed,
  semantics: benchSemantics,
  ingestion: benchIngestion,
  messaging: benchMessaging,
};

/** Runs all benchmarks, or those named on the command line, and prints one table. */
const wanted = process.argv.slice(2);
const started = Date.now();
const figures: Figure[] = [];
const redisOrigins = new Set<string>();
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  // Of its own, so that none measures what another left behind.
  const servers = await startServers();
  redisOrigins.add(servers.redisOrigin);
  try {
    figures.push(...(await bench(servers)));
  } finally {
    await servers.stop();
  }
}
process.stdout.write(
  `${toTable(figures)}\n\nRedis: ${[...redisOrigins].join(', ')}. ${Math.round((Date.now() - started) / 1000)} s in all.\n`,
);
process.exitCode = figures.every((figure) => figure.met) ? 0 : 1;
