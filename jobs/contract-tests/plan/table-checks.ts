import type {
  ContractModel,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { CheckDraft } from './planned-check.ts';
import { isJson } from './server-kind.ts';
import type { Subject } from './subject.ts';

/**
 * Needed for a table without properties, which has no presence check of a field that would fail if it is
 * missing.
 */
export function tablePresenceChecks({ table, model }: Subject): CheckDraft[] {
  if (table.properties.length > 0) return [];
  const name = `Check that model '${model}' is present`;
  return [{ type: 'model_is_present', name, expectation: { kind: 'table-present' } }];
}

/** `additionalColumns` as a boolean; also accepts text. */
function allowsMore({
  customProperties,
}: Pick<ContractModel, 'customProperties'>): boolean | undefined {
  const value = customProperties['additionalColumns'];
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === false || text === 'false') return false;
  return text === true || text === 'true' ? true : undefined;
}

/** The check for additional columns, if the contract forbids them; the setting of a table takes precedence. */
export function additionalColumnChecks(
  { table, model }: Subject,
  contract: ContractModel,
): CheckDraft[] {
  if (allowsMore(table) ?? allowsMore(contract) ?? true) return [];
  const names = table.properties.map((property) => property.physicalName);
  return [
    {
      type: 'model_no_additional_columns',
      name: `Check that model ${model} has no additional columns`,
      expectation: { kind: 'no-other-columns', names },
    },
  ];
}

/** The one check of all records of a table, for JSON. */
export function jsonRecordChecks(server: ContractServer): CheckDraft[] {
  if (!isJson(server)) return [];
  const name = 'Check that JSON has valid schema';
  return [{ type: 'schema', name, expectation: { kind: 'json-records' } }];
}
