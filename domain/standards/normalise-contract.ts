import { normaliseDcs } from './dcs/normalise.ts';
import { isDcs } from './versions.ts';
import { objectOf } from './json-value.ts';
import type { ContractModel } from './odcs/contract-model.ts';
import { normaliseOdcs } from './odcs/normalise.ts';

/**
 * The model of a contract: ODCS or the deprecated DCS. Never throws: null counts as absent, and members that do
 * not follow the standard are left out.
 */
export function normaliseContract(document: unknown): ContractModel {
  const contract = objectOf(document) ?? {};
  return isDcs(contract) ? normaliseDcs(contract) : normaliseOdcs(contract);
}
