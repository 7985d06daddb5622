import type { SkippedTest } from '../../db/tables/scheduled-test-states.ts';
import type { ScheduledRun } from '../../db/tables/test-runs.ts';
import type { ContractConnection } from '../../db/views/contract-connections.ts';
import type { ContractText } from '../../db/views/contract-texts.ts';
import type { ContractModel, ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { scheduledServersOf } from '../../domain/test-schedule.ts';
import type { JsonObject } from '../../lib/json.ts';
import { newId } from '../../lib/ids.ts';
import { testProblem } from './choose-server.ts';

/** What decides which servers can be tested. */
export type Testing = {
  knownCredentials: ReadonlySet<string>;
  connections: readonly ContractConnection[];
  /** Whether another engine tests, which knows its own servers. */
  hasEngine: boolean;
};

export type ScheduledPlan = { runs: ScheduledRun[]; skipped: SkippedTest[] };

/** Which runs a due time asks for, and what it cannot ask for, and why. */
export function planScheduledTests(
  contracts: readonly ContractText[],
  testing: Testing,
): ScheduledPlan {
  const plan: ScheduledPlan = { runs: [], skipped: [] };
  for (const contract of contracts) planContract(plan, contract, testing);
  return plan;
}

function planContract(plan: ScheduledPlan, contract: ContractText, testing: Testing): void {
  const { id: dataContractId, revision } = contract;
  const document = JSON.parse(contract.body) as JsonObject;
  const model = normaliseContract(document);
  const skip = (server: string, reason: string): void => {
    plan.skipped.push({ dataContractId, server, reason });
  };
  const { servers, unknown } = chosenServers(model, scheduledServersOf(document));
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
      dataContractVersion: model.version,
      server: key,
    });
  }
}

/** Keys of the servers that a schedule is for; the empty one, of the contract as a whole, when it has none. */
export function scheduledKeysOf(document: JsonObject): readonly string[] {
  const named = scheduledServersOf(document);
  if (named !== undefined) return named;
  const keys = normaliseContract(document).servers.map(({ server }) => server);
  return keys.length === 0 ? [''] : [...new Set(keys)];
}

function problemOf(server: ContractServer | undefined, testing: Testing): string | undefined {
  return server === undefined || testing.hasEngine ? undefined : testProblem(server, testing);
}

/** By their keys, all of them or those that are named. */
function chosenServers(
  { servers }: ContractModel,
  named: readonly string[] | undefined,
): { servers: [string, ContractServer[]][]; unknown: string[] } {
  const byKey = new Map<string, ContractServer[]>();
  for (const server of servers) {
    byKey.set(server.server, [...(byKey.get(server.server) ?? []), server]);
  }
  const isWanted = ([key]: [string, ContractServer[]]): boolean => named?.includes(key) ?? true;
  return {
    servers: [...byKey].filter(isWanted),
    unknown: named?.filter((name) => !byKey.has(name)) ?? [],
  };
}
