import { benchAccess, benchAccessTimers } from './suites/access.ts';
import { benchApply } from './suites/apply.ts';
import { benchApi } from './suites/api.ts';
import { benchCodeGeneration } from './suites/code-generation.ts';
import { benchContractTestFiles } from './suites/contract-test-files.ts';
import { benchContractTestService } from './suites/contract-test-service.ts';
import { benchContractTest } from './suites/contract-test.ts';
import { benchCrossing } from './suites/crossing.ts';
import { benchEditor } from './suites/editor.ts';
import { benchFeed } from './suites/feed.ts';
import type { Figure } from './figures.ts';
import { benchImport } from './suites/import.ts';
import { benchIngestion } from './suites/ingestion.ts';
import { benchLineage } from './suites/lineage.ts';
import { benchMessaging } from './suites/messaging.ts';
import { readOptions, usage } from './options.ts';
import type { BenchOptions } from './options.ts';
import {
  describeFailures,
  describeSuite,
  compareResults,
  readResults,
  writeResults,
} from './results.ts';
import type { Results, SuiteResult } from './results.ts';
import { benchQueue } from './suites/queue.ts';
import { benchSearch } from './suites/search.ts';
import { benchSemantics } from './suites/semantics.ts';
import { startServers } from './servers.ts';
import type { BenchServers } from './servers.ts';
import { benchStart } from './suites/start.ts';
import { benchStudio } from './suites/studio.ts';
import { benchStalls } from './suites/stalls.ts';
import { benchUsage } from './suites/usage.ts';
import { benchValidation } from './suites/validation.ts';
import { benchWeb } from './suites/web.ts';
import { benchWebhooks } from './suites/webhooks.ts';

const benches: Record<string, (servers: BenchServers, size: number) => Promise<Figure[]>> = {
  api: benchApi,
  apply: benchApply,
  access: benchAccess,
  'access-timers': benchAccessTimers,
  import: benchImport,
  queue: benchQueue,
  'contract-test': benchContractTest,
  'contract-test-files': benchContractTestFiles,
  'contract-test-service': benchContractTestService,
  'code-generation': benchCodeGeneration,
  usage: benchUsage,
  validation: benchValidation,
  editor: benchEditor,
  search: benchSearch,
  feed: benchFeed,
  semantics: benchSemantics,
  ingestion: benchIngestion,
  lineage: benchLineage,
  messaging: benchMessaging,
  stalls: benchStalls,
  start: benchStart,
  crossing: benchCrossing,
  studio: benchStudio,
  web: benchWeb,
  webhooks: benchWebhooks,
};

/** Runs one suite on its own servers, so that no suite measures leftovers of another. */
async function runSuite(
  name: string,
  size: number,
): Promise<SuiteResult & { redis: string | undefined }> {
  const started = Date.now();
  const seconds = (): number => Math.round((Date.now() - started) / 1_000);
  let servers: BenchServers | undefined;
  try {
    servers = await startServers();
    const figures = (await benches[name]?.(servers, size)) ?? [];
    return { figures, seconds: seconds(), redis: servers.redisOrigin };
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    const message = error instanceof Error ? error.message : String(error);
    return { figures: [], error: message, seconds: seconds(), redis: servers?.redisOrigin };
  } finally {
    await servers?.stop();
  }
}

async function runSuites({ suites, size, compare, out }: BenchOptions): Promise<void> {
  const before = compare === undefined ? undefined : readResults(compare);
  const results: Results = {};
  const redisOrigins = new Set<string>();
  for (const name of suites) {
    process.stderr.write(`${name} …\n`);
    const { redis, ...result } = await runSuite(name, size);
    results[name] = result;
    if (redis !== undefined) redisOrigins.add(redis);
    writeResults(out, results);
    process.stdout.write(describeSuite(name, result));
  }
  const seconds = Object.values(results).reduce((sum, result) => sum + result.seconds, 0);
  const redis = [...redisOrigins].join(', ');
  process.stdout.write(`\nRedis: ${redis}. ${seconds} s in all. The figures are in ${out}.\n`);
  if (before) process.stdout.write(`\n${compareResults(before, results)}\n`);
  const failures = describeFailures(results);
  for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function readCall(): BenchOptions | undefined {
  try {
    return readOptions(process.argv.slice(2), Object.keys(benches));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    return undefined;
  }
}

const options = readCall();
if (options === undefined) process.exitCode = 2;
else if (options.isList) process.stdout.write(`${Object.keys(benches).join('\n')}\n`);
else await runSuites(options);
