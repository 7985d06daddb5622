import type {
  ContractModel,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { planChecks } from '../../../jobs/contract-tests/plan/plan-checks.ts';
import type { PlannedCheck } from '../../../jobs/contract-tests/plan/planned-check.ts';

export const postgresServer: ContractServer = {
  server: 'pg',
  type: 'postgres',
  host: 'h',
  database: 'd',
};
export const csvServer: ContractServer = {
  server: 'files',
  type: 'local',
  path: 'data/{model}.csv',
  format: 'csv',
};
export const parquetServer: ContractServer = {
  server: 'files',
  type: 'local',
  path: 'x.parquet',
  format: 'parquet',
};

/** The model of a contract with these schema objects. */
export function modelOf(...schema: unknown[]): ContractModel {
  return normaliseContract({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'c',
    version: '1',
    schema,
  });
}

/** The plan for one table `t` with these properties and quality rules. */
export function plan(
  properties: unknown[],
  { quality = [], server = postgresServer }: { quality?: unknown[]; server?: ContractServer } = {},
): PlannedCheck[] {
  return planChecks(modelOf({ name: 't', properties, quality }), server);
}

/** Type and name of each planned check. */
export function titles(checks: readonly PlannedCheck[]): string[] {
  return checks.map((check) => `${check.type}: ${check.name}`);
}
