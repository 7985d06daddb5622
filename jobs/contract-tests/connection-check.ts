import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { CheckResult } from '../../domain/contract-tests/outcome.ts';

/** Connectors name a credential that they need so, in the words of datacontract-cli. */
const missing = /^Required configuration (DATACONTRACT_\w+) is /;

/**
 * The failed check of a server that lacks a credential, as datacontract-cli has it; undefined for every other reason. It is there
 * even if the contract has nothing else to check.
 */
export function connectionCheck(reason: string, { type }: ContractServer): CheckResult | undefined {
  const name = missing.exec(reason)?.[1];
  if (name === undefined) return undefined;
  const connection = `${type.toLowerCase()}-connection`;
  return {
    key: connection,
    category: 'schema',
    type: connection,
    name: `missing_env_${name}`,
    model: '',
    field: undefined,
    engine: 'concordat',
    dimension: undefined,
    qualityReference: undefined,
    tags: undefined,
    result: 'failed',
    reason,
    details: undefined,
    totalNumber: undefined,
    failedNumber: undefined,
    failedSamples: undefined,
    durationMs: undefined,
    diagnostics: undefined,
  };
}
