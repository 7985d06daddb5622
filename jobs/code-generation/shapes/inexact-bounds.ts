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

/** True if a number may differ from the written one, because contracts are stored as JSON. */
function isInexact(written: unknown): boolean {
  const number = numberOf(written);
  if (number === undefined) return false;
  // A text keeps every digit; the number 99999999999999999999 is stored as 1e20.
  if (typeof written === 'string' && /^[+-]?\d{1,300}$/.test(written))
    return BigInt(written.replace('+', '')) !== BigInt(number);
  // JSON writes larger numbers with an exponent: a number with few digits is exact.
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return !Number.isSafeInteger(number);
  const [mantissa = ''] = String(written).toLowerCase().split('e');
  return mantissa.replace(/^[+-]?0*\.?0*/, '').replace('.', '').length > exactDigits;
}

/** True if allowed values that are written as text are read as numbers. */
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

const nullEnum = 'enum of nothing but null';

function noteProperty(property: ContractProperty, path: string, notes: Notes): void {
  const { properties, items, map } = property;
  const lost = lostOf(property);
  if (lost.length > 0)
    notes.warn(
      path,
      `numbers keep ${exactDigits} digits, so others may be written for its {}`,
      lost.join(', '),
    );
  if (property.further?.includes(nullEnum) === true)
    notes.warn(path, `its ${nullEnum} is left out`);
  for (const member of properties) noteProperty(member, `${path}.${member.physicalName}`, notes);
  if (items) noteProperty(items, `${path}[]`, notes);
  if (!map) return;
  noteProperty(map.key, `${path}{key}`, notes);
  noteProperty(map.value, `${path}{value}`, notes);
}

/** Says which bounds and allowed values of a contract have more digits than are kept of them, and which enumerations hold no value. */
export function noteInexactBounds({ tables }: Pick<ContractModel, 'tables'>, notes: Notes): void {
  for (const { name, properties } of tables)
    for (const property of properties)
      noteProperty(property, `${name}.${property.physicalName}`, notes);
}
