import type { Source, SourceTable } from '../../connectors/connector.ts';
import type { ContractModel, ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { fetchSamples } from './fetch-samples.ts';
import type { SampleRequest } from './fetch-samples.ts';
import type { Finding } from './finding.ts';
import { judgeCheck } from './judge-checks.ts';
import { planTable } from './measure-table.ts';
import { worstOf } from './outcome.ts';
import type { CheckResult, ContractTestOutcome, LogLine } from './outcome.ts';
import { planChecks } from './plan/plan-checks.ts';
import type { PlannedCheck } from './plan/planned-check.ts';
import { runInLanes } from './run-in-lanes.ts';
import { sqlDialects } from './sql/dialects.ts';
import { shortMessage } from './table-under-test.ts';
import type { Report, Sampler, Task } from './table-under-test.ts';

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
  samples: SampleRequest[];
  logs: LogLine[];
  /** The table that was begun last. */
  table: string | undefined;
};

function log(run: Run, level: LogLine['level'], message: string): void {
  run.logs.push({ level, message, timestamp: new Date().toISOString() });
}

/** Only failures have rows to show: a rule that wants more such rows than there are has none. */
function wantsSamples({ result, failedNumber }: CheckResult): boolean {
  return (result === 'failed' || result === 'warning') && (failedNumber ?? 0) > 0;
}

function report(run: Run, check: PlannedCheck, finding: Finding, sampler?: Sampler): void {
  const result = judgeCheck(check, finding);
  run.results.set(check.key, result);
  if (sampler !== undefined && wantsSamples(result)) {
    run.samples.push({ key: check.key, sampler });
  }
  const progress = { done: run.results.size, total: run.planned.length };
  run.test.onProgress?.({ ...progress, ...(run.table !== undefined && { table: run.table }) });
}

/** What is known without a server is said whether it can be reached or not. */
function reportKnown(run: Run): void {
  for (const check of run.planned) {
    const { expectation } = check;
    if (expectation.kind === 'not-evaluated') report(run, check, expectation);
    if (expectation.kind === 'impossible') {
      report(run, check, { kind: 'broken', reason: expectation.reason });
    }
  }
}

function groupByTable({ planned, results }: Run): Map<number, PlannedCheck[]> {
  const groups = new Map<number, PlannedCheck[]>();
  for (const check of planned) {
    if (results.has(check.key)) continue;
    const group = groups.get(check.tableIndex);
    if (group === undefined) groups.set(check.tableIndex, [check]);
    else group.push(check);
  }
  return groups;
}

type Found = ReadonlyMap<string, SourceTable>;

/** The tasks of all tables in order, each table looked at only when its turn comes. */
function* tasksOf(run: Run, source: Source, found: Found): Generator<Task> {
  const groups = groupByTable(run);
  for (const [index, contract] of run.test.model.tables.entries()) {
    run.table = contract.physicalName;
    yield* tableTasks(run, source, { index, found, checks: groups.get(index) ?? [] });
  }
}

type TableChecks = { index: number; found: Found; checks: readonly PlannedCheck[] };

function tableTasks(run: Run, source: Source, { index, found, checks }: TableChecks): Task[] {
  const { signal, server, model } = run.test;
  const contract = model.tables[index];
  if (contract === undefined) return [];
  const name = contract.physicalName;
  const table = found.get(name);
  const toReport: Report = (check, finding, sampler) => report(run, check, finding, sampler);
  const unread = (finding: Finding & { reason: string }): Task[] => {
    log(run, 'WARN', finding.reason);
    for (const check of checks) toReport(check, finding);
    return [];
  };
  if (table === undefined) {
    const reason = `Could not read model '${name}': ${source.absence} on server '${server.server}'`;
    return unread({ kind: 'table-missing', reason });
  }
  if (table.unreadable !== undefined) {
    const reason = `Could not read model '${name}': ${shortMessage(table.unreadable)}`;
    return unread({ kind: 'broken', reason });
  }
  const dialect = sqlDialects[source.dialect];
  const otherTable = (other: number): { name: string; table: SourceTable | undefined } => {
    const otherName = model.tables[other]?.physicalName ?? '';
    return { name: otherName, table: found.get(otherName) };
  };
  const under = { source, dialect, table, contract, otherTable, report: toReport, signal };
  return planTable(under, checks);
}

/**
 * Checks of values that JSON Schema would make: what the contract says of fields, not its quality rules, which have limits
 * of their own. It knows no keys.
 */
function isOfRecords({ category, type, expectation }: PlannedCheck): boolean {
  const isKey = type === 'field_primary_key_required';
  return category === 'schema' && expectation.kind === 'rows' && !isKey;
}

/** JSON records are valid when all checks of their values pass, so these come first. */
function judgeJsonRecords(run: Run): void {
  for (const check of run.planned) {
    if (check.expectation.kind !== 'json-records' || run.results.has(check.key)) continue;
    const others = run.planned
      .filter((other) => other.tableIndex === check.tableIndex && isOfRecords(other))
      .map(({ key }) => run.results.get(key))
      .filter((result) => result !== undefined);
    report(run, check, { kind: 'records', others });
  }
}

/** In the order of the contract, whichever statement was ready first. */
async function addSamples(run: Run, source: Source, countedMs: number): Promise<void> {
  const places = new Map(run.planned.map(({ key }, index) => [key, index]));
  const place = ({ key }: SampleRequest): number => places.get(key) ?? 0;
  const requests = run.samples.toSorted((one, other) => place(one) - place(other));
  const left = await fetchSamples(source, requests, {
    signal: run.test.signal,
    countedMs,
    failed: (key, reason) => log(run, 'WARN', `No samples for check '${key}': ${reason}`),
    found: (key, failedSamples) => {
      const result = run.results.get(key);
      if (result !== undefined) run.results.set(key, { ...result, failedSamples });
    },
  });
  if (left > 0) log(run, 'INFO', `${left} failed checks were left without samples of their rows`);
}

async function testTables(run: Run, source: Source): Promise<void> {
  const { model, signal } = run.test;
  const names = new Set(model.tables.map(({ physicalName }) => physicalName));
  const found = await source.describe([...names], model.tables);
  signal.throwIfAborted();
  for (const { note } of found.values()) if (note !== undefined) log(run, 'INFO', note);
  const started = performance.now();
  await runInLanes(tasksOf(run, source, found), { lanes: source.lanes, signal });
  judgeJsonRecords(run);
  await addSamples(run, source, performance.now() - started);
  for (const remark of source.remarks?.() ?? []) log(run, 'INFO', remark);
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
  return runPlannedChecks(test, planChecks(test.model, test.server));
}

/** `runContractTest` of checks that are already planned. */
export async function runPlannedChecks(
  test: ContractTest,
  planned: readonly PlannedCheck[],
): Promise<ContractTestOutcome> {
  const run: Run = {
    test,
    planned,
    results: new Map(),
    samples: [],
    logs: [],
    table: undefined,
  };
  const started = performance.now();
  log(run, 'INFO', `Testing server '${test.server.server}' with ${planned.length} checks`);
  reportKnown(run);
  await testServer(run);
  const checks = planned
    .map((check) => run.results.get(check.key))
    .filter((result) => result !== undefined);
  const result = verdictOf(run, checks);
  log(run, 'INFO', `Finished after ${Math.round(performance.now() - started)} ms: ${result}`);
  return { result, checks, logs: run.logs };
}
