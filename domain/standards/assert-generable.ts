import { refuse } from '../errors.ts';
import { quoteNames } from '../validation/quote-names.ts';
import { isDcs, contractLineOf } from './versions.ts';
import { objectOf } from './json-value.ts';
import type { ContractModel } from './odcs/contract-model.ts';
import { normaliseContract } from './normalise-contract.ts';

/**
 * Refuses contracts from which no code can be generated, at all or for this server, with `invalid_document`,
 * `unknown_server` and `duplicate_names`.
 */
export function assertGenerable(document: unknown, server: string | undefined): void {
  const contract = objectOf(document) ?? {};
  if (!isDcs(contract) && contractLineOf(contract['apiVersion']) === undefined) {
    refuse(
      'invalid_document',
      'Code is generated from contracts in ODCS or in the Data Contract Specification only.',
    );
  }
  const model = normaliseContract(document);
  assertServer(model, server);
  assertDistinctNames(model);
}

function assertServer({ servers }: ContractModel, wanted: string | undefined): void {
  if (wanted === undefined || servers.some(({ server }) => server === wanted)) return;
  const others = `it has ${quoteNames(servers.map(({ server }) => server)) ?? 'none'}`;
  refuse('unknown_server', `The contract has no server '${wanted}'; ${others}.`);
}

/** Most platforms ignore the case of table names; for columns, the generators then choose other names. */
function assertDistinctNames({ tables }: ContractModel): void {
  assertDistinct('Objects of the contract', tables, (name) => name.toLowerCase());
  for (const { name, properties } of tables) {
    assertDistinct(`Properties of '${name}'`, properties, (text) => text);
  }
}

function assertDistinct(
  what: string,
  named: readonly { physicalName: string }[],
  fold: (name: string) => string,
): void {
  const seen = new Map<string, string>();
  const twice = new Set<string>();
  for (const { physicalName } of named) {
    const key = fold(physicalName);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, physicalName);
    else twice.add(first).add(physicalName);
  }
  if (twice.size === 0) return;
  refuse(
    'duplicate_names',
    `${what} have the same physical name: ${quoteNames([...twice])}. Give each its own.`,
  );
}
