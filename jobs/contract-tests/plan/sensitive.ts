import type {
  ContractProperty,
  ContractTable,
  CustomProperties,
} from '../../../domain/standards/odcs/contract-model.ts';

/** Words in a name or a tag that indicate personal or secret data. */
const sensitiveWords: ReadonlySet<string> = new Set([
  'spi',
  'phi',
  'gdpr',
  'personal',
  'personally',
  'sensitive',
  'secret',
  'confidential',
  'restricted',
]);

/** Custom properties whose value indicates sensitivity: all but these values. */
const scales: ReadonlySet<string> = new Set([
  'classification',
  'confidentiality',
  'sensitivity',
  'privacy',
]);

/** Spellings of "no" and of public data. */
const noes: ReadonlySet<string> = new Set([
  '',
  'false',
  'no',
  'n',
  '0',
  'none',
  'off',
  'null',
  'public',
  'open',
  'low',
]);

/** The words of `isPersonalData`, `pii-email` and `Sensitive PII`, in lower case. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return apart.toLowerCase().split(/[^a-z0-9]+/);
}

const isSensitiveWord = (word: string): boolean =>
  sensitiveWords.has(word) ||
  word.startsWith('pii') ||
  word.endsWith('pii') ||
  // `ispersonal`, `containspersonaldata`: spellings without capitals.
  word.includes('personal');

const saysSensitive = (text: string): boolean => wordsOf(text).some(isSensitiveWord);

function isYes(value: unknown): boolean {
  if (typeof value === 'string') return !noes.has(value.trim().toLowerCase());
  return value !== undefined && value !== null && value !== false && value !== 0;
}

function isSaid([name, value]: [string, unknown]): boolean {
  if (!isYes(value)) return false;
  return saysSensitive(name) || wordsOf(name).some((word) => scales.has(word));
}

const isSaidBy = (properties: CustomProperties): boolean => Object.entries(properties).some(isSaid);

/**
 * True when values of the property must not be shown: its `classification` is set and is not `public`, or a
 * custom property (`pii: true`, `isPII: yes`, `dataClassification: confidential`, …) or a tag marks it as
 * personal or secret; also if a nested property is sensitive.
 */
export function isSensitive(property: ContractProperty): boolean {
  const classification = property.classification?.trim().toLowerCase() ?? '';
  if (classification !== '' && classification !== 'public') return true;
  if (isSaidBy(property.customProperties) || property.tags.some(saysSensitive)) return true;
  const inner = property.items === undefined ? [] : [property.items];
  return [...property.properties, ...inner].some(isSensitive);
}

/** True when the custom properties of a table mark it as sensitive. */
export function isSensitiveTable({ customProperties }: ContractTable): boolean {
  return isSaidBy(customProperties);
}
