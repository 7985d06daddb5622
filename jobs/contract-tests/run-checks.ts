import type { Source, SourceTable } from '../../connectors/connector.ts';
import { systemClock } from '../../lib/clock.ts';
import { connectionCheck } from './connection-check.ts';
import { fetchSamples } from './fetch-samples.ts';
import type { SampleRequest } from './fetch-samples.ts';
import type { Finding } from './judge/finding.ts';
import { planTable } from './measure-table.ts';
import { worstOf } from '../../domain/contract-tests/outcome.ts';
import type { CheckResult, ContractTestOutcome } from '../../domain/contract-tests/outcome.ts';
import { isUnreadLink } from './plan/linked-definition-checks.ts';
import { planChecks } from './plan/plan-checks.ts';
import type { PlannedCheck } from './plan/planned-check.ts';
import { runConcurrently } from '../../lib/waiting/run-concurrently.ts';
import { log, report, reportKnown } from './run-state.ts';
import type { ContractTest, Run } from './run-state.ts';
import { sqlDialects } from './sql/dialects.ts';
import { shortMessage } from './table-under-test.ts';
import type { Report, Task } from './table-under-test.ts';

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

/** The tasks of all tables in order; each table is examined only at its turn. */
function* tasksOf(run: Run, source: Source, found: Found): Generator<Task> {
  const groups = groupByTable(run);
  for (const [index, contract] of run.test.model.tables.entries()) {
    run.table = contract.physicalName;
    yield* tableTasks(run, source, { index, found, checks: groups.get(index) ?? [] });
  }
}

type TableChecks = { index: number; found: Found; checks: readonly PlannedCheck[] };

function tableTasks(run: Run, source: Source, { index, found, checks }: TableChecks): Task[] {
  const { signal, server, model, clock = systemClock } = run.test;
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
  const now = (): number => clock.now().getTime() / 1000;
  const under = { source, dialect, table, contract, otherTable, report: toReport, signal, now };
  return planTable(under, checks);
}

/**
 * Value checks that correspond to JSON Schema: checks of fields except quality rules, which have their own
 * limits, and keys, which JSON Schema does not have.
 */
function isOfRecords({ category, type, expectation }: PlannedCheck): boolean {
  const isKey = type === 'field_primary_key_required';
  return category === 'schema' && expectation.kind === 'rows' && !isKey;
}

/** JSON records are valid when all checks of their values pass, so these are judged first. */
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

/** Adds samples in the order of the contract, independent of the order of the statements. */
async function addSamples(run: Run, source: Source, countedMs: number): Promise<void> {
  const positions = new Map(run.planned.map(({ key }, index) => [key, index]));
  const positionOf = ({ key }: SampleRequest): number => positions.get(key) ?? 0;
  const requests = run.samples.toSorted((one, other) => positionOf(one) - positionOf(other));
  const left = await fetchSamples(source, requests, {
    signal: run.test.signal,
    countedMs,
    minSamplesMs: run.test.minSamplesMs,
    failed: (key, reason) => log(run, 'WARN', `No samples for check '${key}': ${reason}`),
    found: (key, failedSamples) => {
      const result = run.results.get(key);
      if (result !== undefined) run.results.set(key, { ...result, failedSamples });
    },
  });
  if (left > 0) log(run, 'INFO', `${left} failed checks have no samples of their rows`);
}

async function testTables(run: Run, source: Source): Promise<void> {
  const { model, signal } = run.test;
  const names = new Set(model.tables.map(({ physicalName }) => physicalName));
  const found = await source.describe([...names], model.tables);
  signal.throwIfAborted();
  for (const { note } of found.values()) if (note !== undefined) log(run, 'INFO', note);
  const started = performance.now();
  await runConcurrently(tasksOf(run, source, found), { concurrency: source.concurrency, signal });
  judgeJsonRecords(run);
  await addSamples(run, source, performance.now() - started);
  for (const remark of source.remarks?.() ?? []) log(run, 'INFO', remark);
}

/** An error while closing must not affect the outcome. */
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
    if (source === undefined) run.connection = connectionCheck(reason, server);
    for (const check of run.planned) {
      if (!run.results.has(check.key)) report(run, check, { kind: 'broken', reason });
    }
  } finally {
    if (source !== undefined) await closeQuietly(run, source);
  }
}

/**
 * A run that could not reach its server is an error even without any check. A run that does not know all rules, because a linked
 * definition could not be read, does not pass.
 */
function verdictOf(run: Run, checks: readonly CheckResult[]): ContractTestOutcome['result'] {
  const failedAsAWhole = run.logs.some((line) => line.level === 'ERROR');
  if (failedAsAWhole) return 'error';
  const worst = worstOf(checks.map((check) => check.result));
  return worst === 'passed' && run.planned.some(isUnreadLink) ? 'warning' : worst;
}

/**
 * Tests a contract on one server and reports a finding for every planned check, in the order of the plan. Never
 * rejects because of the contract, the data or the server: these become results (`error` when the server cannot
 * be reached). Rejects with `signal.reason` when aborted; always closes the connection.
 */
export async function runContractTest(test: ContractTest): Promise<ContractTestOutcome> {
  test.signal.throwIfAborted();
  return runPlannedChecks(test, planChecks(test.model, test.server, test.unread));
}

/** `runContractTest` for checks that are already planned. */
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
  const found = planned.map((check) => run.results.get(check.key));
  const checks = [run.connection, ...found].filter((result) => result !== undefined);
  const result = verdictOf(run, checks);
  log(run, 'INFO', `Finished after ${Math.round(performance.now() - started)} ms: ${result}`);
  return { result, checks, logs: run.logs };
}
