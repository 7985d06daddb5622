import { Type } from '@sinclair/typebox';
import { putIntegration } from '../../commands/integrations/put-integration.ts';
import { startRun } from '../../commands/integrations/start-run.ts';
import { defineAssetSource } from '../../connectors/asset-source.ts';
import type { AssetSource, AssetSourceInfo } from '../../connectors/asset-source.ts';
import * as catalogue from '../../connectors/catalogue.ts';
import type { SourceAccess } from '../../connectors/connector.ts';
import { assetSources } from '../../connectors/index.ts';
import { connectDatabase } from '../../db/connect.ts';
import type { Database } from '../../db/connect.ts';
import { fenced, fencedClose } from '../../db/fenced.ts';
import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import { claimWork } from '../../db/tables/work/claims.ts';
import { transact } from '../../db/transact.ts';
import { asOrganizationId } from '../../domain/principal.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { runIntegration } from '../../jobs/ingestion/run-integration.ts';
import type { JobContext } from '../../jobs/define-job.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';

/**
 * A run to measure: a number of generated tables, with or without a change of each, or the tables of a real
 * source.
 */
export type MeasuredRun = { integration: string } & (
  | MadeUp
  | { real: { source: string; configuration: RealConfiguration; credentials: object } }
);
type MadeUp = { assets: number; version: number };
type RealConfiguration = { host: string; port: number; database: string };

/** The result; memory is the maximum growth of the process, in MB. */
export type RunMeasure = { seconds: number; grownMegabytes: number; message: string };

const columnsOf = (n: number, version: number): ScannedAsset['columns'] =>
  Array.from({ length: 20 }, (_, column) => ({
    name: `column_${column}`,
    type: column % 2 === 0 ? 'character varying(200)' : 'integer',
    description: `What column ${column} of table ${n} means, version ${version}`,
    required: column < 3,
    primaryKey: column === 0,
  }));

function* pagesOf({ assets, version }: MadeUp, size: number): Generator<ScannedAsset[]> {
  for (let from = 0; from < assets; from += size) {
    yield Array.from({ length: Math.min(size, assets - from) }, (_, index) => ({
      path: ['shop', 'public', `table_${from + index}`],
      kind: 'table',
      description: `Table ${from + index} of the web shop`,
      columns: columnsOf(from + index, version),
      properties: { primaryKey: ['column_0'], rowEstimate: 1_000 },
    }));
  }
}

let wanted: MadeUp = { assets: 0, version: 0 };
const stub: AssetSourceInfo = {
  name: 'stub',
  title: 'Stub',
  levels: ['catalog', 'schema', 'name'],
  configSchema: Type.Object({}),
  credentialsSchema: Type.Object({}),
  triedAgainst: 'nothing',
};
(catalogue.assetSources as AssetSourceInfo[]).push(stub);
(assetSources as AssetSource[]).push(
  defineAssetSource(stub, (_settings, { pageSize }) =>
    Promise.resolve({
      describe: () => Promise.resolve('tables that are made up'),
      pages: async function* () {
        yield* pagesOf(wanted, pageSize);
      },
      close: () => Promise.resolve(),
    }),
  ),
);

const log = createLog('bench', 'error');
const secretKey = 'bench-secret-key-of-enough-letters';
const database: Database = connectDatabase({
  url: process.env.DATABASE_URL ?? '',
  poolMax: 4,
  applicationName: 'bench ingestion',
  log,
});
const { id } = await database.knex('organizations').first<{ id: string }>('id');
const organizationId = asOrganizationId(id);
const principal = {
  organizationId,
  name: 'system',
  scope: 'organization',
  teamId: undefined,
  email: undefined,
} as const;

async function openRun(run: MeasuredRun): Promise<{ runId: string; workId: string }> {
  const { integration } = run;
  const request = { id: integration, principal, requestId: undefined, now: new Date() };
  const source = 'real' in run ? run.real : { source: 'stub', configuration: {} };
  await putIntegration(database, {
    ...request,
    document: { name: integration, ...source },
    preconditions: { ifMatch: undefined, mustBeNew: false },
    secretKey,
  });
  return transact(database, (tx) => startRun(tx, request));
}

/** The network access of a worker here: only the real source. */
function accessOf(run: MeasuredRun): SourceAccess {
  const { host, port } = 'real' in run ? run.real.configuration : { host: '', port: 0 };
  return {
    allowedHosts: [`${host}:${port}`],
    allowedDataDirs: [],
    credentials: {},
    statementTimeoutMs: 30 * 60_000,
  };
}

async function measure(run: MeasuredRun): Promise<RunMeasure> {
  if ('assets' in run) wanted = run;
  const { runId, workId } = await openRun(run);
  const leaseMs = 600_000;
  const limits = { maxAttempts: 2, leaseMs, timeoutMs: leaseMs };
  const work = await claimWork(database.knex, { id: workId, attempt: 1 }, limits);
  if (!work) throw new Error('the work of the run was not there to be claimed');
  const claim = { id: work.id, fence: work.fence, leaseMs };
  const context = {
    database,
    work,
    signal: new AbortController().signal,
    fenced: (write) => fenced(database, claim, write),
    clock: systemClock,
    log,
    settings: { secretKey, sourceAccess: accessOf(run) },
  } as Partial<JobContext> as JobContext;
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const started = performance.now();
  const close = await runIntegration.run(context, { runId });
  await fencedClose(database, { claim, write: close });
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(watch);
  const ended = await findIngestionRun(database.knex, { organizationId, id: runId });
  if (ended?.outcome !== 'SUCCESS') throw new Error(`the run ended ${ended?.message}`);
  const grownMegabytes = (most - before) / 1024 / 1024;
  return { seconds, grownMegabytes, message: ended.message ?? '' };
}

process.on('message', (run: MeasuredRun) => {
  void measure(run).then((measured) => process.send?.(measured));
});
process.send?.('ready');
