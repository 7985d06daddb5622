import type { SourceAccess } from '../../../connectors/connector.ts';
import { openSource } from '../../../connectors/open-source.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import type { Expectation, PlannedCheck } from '../../../jobs/contract-tests/plan/planned-check.ts';
import { runPlannedChecks } from '../../../jobs/contract-tests/run-checks.ts';
import type { ContractTest } from '../../../jobs/contract-tests/run-state.ts';

/** What one check of a test wants; `table` is the place of its table in the schema. */
export type Wish = {
  key: string;
  expectation: Expectation;
  table?: number;
  severity?: string;
  field?: string;
};

type PlannedRun = {
  schema: { name: string; properties?: unknown[] }[];
  server: Record<string, unknown>;
  access: SourceAccess;
  signal?: AbortSignal;
  onProgress?: ContractTest['onProgress'];
};

function plannedOf(
  { key, expectation, table = 0, severity, field }: Wish,
  model: string,
): PlannedCheck {
  return {
    key,
    category: 'quality',
    type: expectation.kind,
    name: key,
    model,
    field,
    severity,
    dimension: 'conformity',
    qualityReference: undefined,
    tags: [],
    tableIndex: table,
    expectation,
  };
}

/** Runs checks that no contract has to be written for. */
export async function runPlanned(
  run: PlannedRun,
  wishes: readonly Wish[],
): Promise<ContractTestOutcome> {
  const { schema } = run;
  const servers = [{ server: 'under-test', ...run.server }];
  const model = normaliseContract({ schema, servers });
  const [server] = model.servers;
  if (server === undefined) throw new Error('the server of the test has no type');
  const test: ContractTest = {
    model,
    server,
    open: (wanted, signal) => openSource(wanted, run.access, signal),
    signal: run.signal ?? new AbortController().signal,
    minSamplesMs: 60_000,
    ...(run.onProgress === undefined ? {} : { onProgress: run.onProgress }),
  };
  const planned = wishes.map((wish) => plannedOf(wish, schema[wish.table ?? 0]?.name ?? ''));
  return runPlannedChecks(test, planned);
}
