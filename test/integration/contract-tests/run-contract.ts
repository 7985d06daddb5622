import type { SourceAccess } from '../../../connectors/connector.ts';
import { openSource } from '../../../connectors/open-source.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import type { CheckResult, ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { runContractTest } from '../../../jobs/contract-tests/run-checks.ts';
import type { ContractTest } from '../../../jobs/contract-tests/run-state.ts';

type TestRun = {
  schema: unknown[];
  slaProperties?: unknown[];
  server: Record<string, unknown>;
  access: SourceAccess;
  /** What the contract says besides. */
  contract?: Record<string, unknown>;
  signal?: AbortSignal;
  onProgress?: ContractTest['onProgress'];
};

/** Tests a contract with these schema objects on this one server. */
export async function runContract(run: TestRun): Promise<ContractTestOutcome> {
  const model = normaliseContract({
    ...run.contract,
    schema: run.schema,
    slaProperties: run.slaProperties ?? run.contract?.['slaProperties'] ?? [],
    servers: [{ server: 'under-test', ...run.server }],
  });
  const [server] = model.servers;
  if (server === undefined) throw new Error('the server of the test has no type');
  return runContractTest({
    model,
    server,
    open: (wanted, signal) => openSource(wanted, run.access, signal),
    signal: run.signal ?? new AbortController().signal,
    ...(run.onProgress === undefined ? {} : { onProgress: run.onProgress }),
  });
}

/** Result and reason of each check that did not pass, by key. */
export function troubles(outcome: ContractTestOutcome): Record<string, string> {
  const found = outcome.checks.filter((check) => check.result !== 'passed');
  return Object.fromEntries(found.map((check) => [check.key, `${check.result}: ${check.reason}`]));
}

/** The check with that key. */
export function checkOf(outcome: ContractTestOutcome, key: string): CheckResult {
  const check = outcome.checks.find((each) => each.key === key);
  if (check === undefined)
    throw new Error(`no check ${key} among ${outcome.checks.map((each) => each.key).join(', ')}`);
  return check;
}
