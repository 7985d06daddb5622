import type { Source, SourceTable } from '../../connectors/connector.ts';
import type { ContractModel, ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { judgeCheck } from './judge-checks.ts';
import type { Finding } from './finding.ts';
import { shortMessage } from './measure-rows.ts';
import { measureTable } from './measure-table.ts';
import { worstOf } from './outcome.ts';
import type { CheckResult, ContractTestOutcome, LogLine } from './outcome.ts';
import { planChecks } from './plan/plan-checks.ts';
import type { PlannedCheck } from './plan/planned-check.ts';

/** How far a run is, in checks; `table` is the one that was begun last. */
export type TestProgress = { done: number; total: number; table?: string };

export type ContractTest = {
  model: ContractModel;
  server: ContractServer;
  /** Opens the server; what it rejects with becomes the reason of every check, so it must name no secret. */
  open: (server: ContractServer, signal: AbortSignal) => Promise<Source>;
  signal: AbortSignal;
  onProgress?: (progress: TestProgress) => void;
};

type Run = {
  test: ContractTest;
  planned: readonly PlannedCheck[];
  results: Map<string, CheckResult>;
  logs: LogLine[];
};

function log(run: Run, level: LogLine['level'], message: string): void {
  run.logs.push({ level, message, timestamp: new Date().toISOString() });
}

function report(run: Run, check: PlannedCheck, finding: Finding): void {
  run.results.set(check.key, judgeCheck(check, finding));
  run.test.onProgress?.({ done: run.results.size, total: run.planned.length });
}

function groupByTable(planned: readonly PlannedCheck[]): Map<number, PlannedCheck[]> {
  const groups = new Map<number, PlannedCheck[]>();
  for (const check of planned) {
    const group = groups.get(check.tableIndex);
    if (group === undefined) groups.set(check.tableIndex, [check]);
    else group.push(check);
  }
  return groups;
}

async function testTables(run: Run, source: Source): Promise<void> {
  const { model, signal } = run.test;
  const tables = await source.describe([
    ...new Set(model.tables.map((table) => table.physicalName)),
  ]);
  const groups = groupByTable(run.planned);
  for (const [index, { physicalName }] of model.tables.entries()) {
    signal.throwIfAborted();
    const checks = groups.get(index) ?? [];
    await testTable(run, source, { name: physicalName, table: tables.get(physicalName), checks });
  }
}

type TableTest = { name: string; table: SourceTable | undefined; checks: readonly PlannedCheck[] };

async function testTable(
  run: Run,
  source: Source,
  { name, table, checks }: TableTest,
): Promise<void> {
  const { signal, server } = run.test;
  const found = (check: PlannedCheck, finding: Finding): void => report(run, check, finding);
  if (table !== undefined && table.unreadable === undefined) {
    return measureTable({ source, table, report: found, signal }, checks);
  }
  if (table === undefined) {
    const reason = `Could not read model '${name}': ${source.absence} on server '${server.server}'`;
    log(run, 'WARN', reason);
    for (const check of checks) found(check, { kind: 'table-missing', reason });
    return;
  }
  const reason = `Could not read model '${name}': ${shortMessage(table.unreadable)}`;
  log(run, 'WARN', reason);
  for (const check of checks) found(check, { kind: 'broken', reason });
}

/** Closing must neither hide the outcome nor take part in it. */
async function closeQuietly(run: Run, source: Source): Promise<void> {
  try {
    await source.close();
  } catch (error) {
    log(run, 'WARN', `Could not close the connection: ${shortMessage(error)}`);
  }
}

async function testServer(run: Run): Promise<void> {
  const { server, open, signal } = run.test;
  let source: Source | undefined;
  try {
    source = await open(server, signal);
    log(run, 'INFO', `Connected to server '${server.server}' (${server.type})`);
    await testTables(run, source);
  } catch (error) {
    signal.throwIfAborted();
    const reason = shortMessage(error);
    log(run, 'ERROR', reason);
    for (const check of run.planned) {
      if (!run.results.has(check.key)) report(run, check, { kind: 'broken', reason });
    }
  } finally {
    if (source !== undefined) await closeQuietly(run, source);
  }
}

/** A run that could not reach its server is an error even when the contract asks for nothing. */
function verdictOf(run: Run, checks: readonly CheckResult[]): ContractTestOutcome['result'] {
  const failedAsAWhole = run.logs.some((line) => line.level === 'ERROR');
  return failedAsAWhole ? 'error' : worstOf(checks.map((check) => check.result));
}

/**
 * Tests a contract on one server and says what was found for every planned check, in the order of the plan. Never
 * rejects because of the contract, the data or the server: those become results (`error` when the server cannot be
 * reached). Rejects with `signal.reason` when aborted; the connection is closed in any case.
 */
export async function runContractTest(test: ContractTest): Promise<ContractTestOutcome> {
  test.signal.throwIfAborted();
  const planned = planChecks(test.model, test.server);
  const run: Run = { test, planned, results: new Map(), logs: [] };
  const started = performance.now();
  log(run, 'INFO', `Testing server '${test.server.server}' with ${planned.length} checks`);
  await testServer(run);
  const checks = planned
    .map((check) => run.results.get(check.key))
    .filter((result) => result !== undefined);
  const result = verdictOf(run, checks);
  log(run, 'INFO', `Finished after ${Math.round(performance.now() - started)} ms: ${result}`);
  return { result, checks, logs: run.logs };
}
