import { numberOf } from '../../../domain/standards/json-value.ts';
import type {
  ContractModel,
  ContractProperty,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';
import { allowedValues } from './allowed-values.ts';
import { boundNames } from './limits.ts';
import type { Notes } from './notes.ts';

/** Digits that every number of JSON keeps. */
const exactDigits = 15;

/** Whether a number may be another one than was written: contracts are stored as JSON. */
function isInexact(written: unknown): boolean {
  const number = numberOf(written);
  if (number === undefined) return false;
  // Of a text every digit is known; as a number 99999999999999999999 is 1e20.
  if (typeof written === 'string' && /^[+-]?\d{1,300}$/.test(written))
    return BigInt(written.replace('+', '')) !== BigInt(number);
  // From here on JSON writes an exponent: what has few digits is what was written.
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return !Number.isSafeInteger(number);
  const [mantissa = ''] = String(written).toLowerCase().split('e');
  return mantissa.replace(/^[+-]?0*\.?0*/, '').replace('.', '').length > exactDigits;
}

/** Whether allowed values that are written as texts are read as numbers. */
function readsNumbers({ logicalType, physicalType = '' }: ContractProperty): boolean {
  if (logicalType !== undefined) return logicalType === 'integer' || logicalType === 'number';
  return /int|dec|num|float|double|real|money/i.test(physicalType);
}

function hasInexactValues(property: ContractProperty): boolean {
  const ofRules = property.quality.flatMap(({ validValues = [] }) => validValues);
  const values: readonly Scalar[] = [...(allowedValues(property, undefined) ?? []), ...ofRules];
  const isText = (value: Scalar): boolean => typeof value === 'string' && !readsNumbers(property);
  return values.some((value) => !isText(value) && isInexact(value));
}

function lostOf(property: ContractProperty): string[] {
  const { options } = property;
  const bounds = [...boundNames, 'multipleOf' as const].filter((name) => isInexact(options[name]));
  return [...bounds, ...(hasInexactValues(property) ? ['allowed values'] : [])];
}

function noteProperty(property: ContractProperty, path: string, notes: Notes): void {
  const { properties, items, map } = property;
  const lost = lostOf(property);
  if (lost.length > 0)
    notes.add(
      path,
      `numbers keep ${exactDigits} digits, so others may be written for its ${lost.join(', ')}`,
    );
  for (const member of properties) noteProperty(member, `${path}.${member.physicalName}`, notes);
  if (items) noteProperty(items, `${path}[]`, notes);
  if (!map) return;
  noteProperty(map.key, `${path}{key}`, notes);
  noteProperty(map.value, `${path}{value}`, notes);
}

/** Says which bounds and allowed values of a contract have more digits than are kept of them. */
export function noteInexactBounds({ tables }: Pick<ContractModel, 'tables'>, notes: Notes): void {
  for (const { name, properties } of tables)
    for (const property of properties)
      noteProperty(property, `${name}.${property.physicalName}`, notes);
}
