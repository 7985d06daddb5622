import type { SkippedTest } from '../../db/tables/contract-tests/scheduled-test-states.ts';
import type { ScheduledRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { ContractConnection } from '../../db/views/contract-tests/contract-connections.ts';
import type { ContractBody } from '../../db/views/contract-tests/contract-bodies.ts';
import type { TestPlan } from '../../domain/documents/contract-extracts.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { newId } from '../../lib/ids.ts';
import { testProblem } from './test-problem.ts';

/** Facts that decide which servers can be tested. */
export type Testing = {
  knownCredentials: ReadonlySet<string>;
  connections: readonly ContractConnection[];
  /** True if another engine runs the tests, which knows its own servers. */
  hasEngine: boolean;
};

export type ScheduledPlan = { runs: ScheduledRun[]; skipped: SkippedTest[] };

/** A contract with its settings for scheduled tests. */
export type PlannedContract = Pick<ContractBody, 'id' | 'revision'> & TestPlan;

/** The runs for a due time, and the tests that cannot run with their reasons. */
export function planScheduledTests(
  contracts: readonly PlannedContract[],
  testing: Testing,
): ScheduledPlan {
  const plan: ScheduledPlan = { runs: [], skipped: [] };
  for (const contract of contracts) planContract(plan, contract, testing);
  return plan;
}

function planContract(plan: ScheduledPlan, contract: PlannedContract, testing: Testing): void {
  const { id: dataContractId, revision, version } = contract;
  const skip = (server: string, reason: string): void => {
    plan.skipped.push({ dataContractId, server, reason });
  };
  const { servers, unknown } = chosenServers(contract);
  for (const name of unknown) skip(name, 'The contract has no such server.');
  if (servers.length === 0 && unknown.length === 0) skip('', "The contract has no 'servers'.");
  const connections = testing.connections.filter((one) => one.dataContractId === dataContractId);
  for (const [key, [server, ...twins]] of servers) {
    const problem =
      twins.length > 0
        ? `The contract has several servers with the key '${key}'.`
        : problemOf(server, { ...testing, connections });
    if (problem !== undefined) {
      skip(key, problem);
      continue;
    }
    plan.runs.push({
      id: newId(),
      workId: newId(),
      dataContractId,
      dataContractRevision: revision,
      dataContractVersion: version,
      server: key,
    });
  }
}

/** Keys of the scheduled servers; the empty key, for the whole contract, if there are none. */
export function scheduledKeysOf({ named, servers }: TestPlan): readonly string[] {
  if (named !== undefined) return named;
  const keys = servers.map(({ server }) => server);
  return keys.length === 0 ? [''] : [...new Set(keys)];
}

function problemOf(server: ContractServer | undefined, testing: Testing): string | undefined {
  return server === undefined || testing.hasEngine ? undefined : testProblem(server, testing);
}

/** Servers by their keys: all, or the named ones. */
function chosenServers({ servers, named }: TestPlan): {
  servers: [string, ContractServer[]][];
  unknown: string[];
} {
  const byKey = new Map<string, ContractServer[]>();
  for (const server of servers) {
    const twins = byKey.get(server.server);
    if (twins) twins.push(server);
    else byKey.set(server.server, [server]);
  }
  const isWanted = ([key]: [string, ContractServer[]]): boolean => named?.includes(key) ?? true;
  return {
    servers: [...byKey].filter(isWanted),
    unknown: named?.filter((name) => !byKey.has(name)) ?? [],
  };
}
