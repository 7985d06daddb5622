import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';

/** Names of custom properties and words of tags and classifications that mean personal or secret data, bare letters. */
const sensitiveWords: ReadonlySet<string> = new Set([
  'pii',
  'ispii',
  'haspii',
  'containspii',
  'piidata',
  'spi',
  'phi',
  'personal',
  'ispersonal',
  'personaldata',
  'ispersonaldata',
  'containspersonaldata',
  'personalinformation',
  'personallyidentifiable',
  'personallyidentifiableinformation',
  'sensitive',
  'issensitive',
  'sensitivedata',
  'secret',
  'issecret',
  'confidential',
  'isconfidential',
]);

/** How people write no. */
const noes: ReadonlySet<string> = new Set(['', 'false', 'no', 'n', '0', 'none', 'off', 'null']);

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function isYes(value: unknown): boolean {
  if (typeof value === 'string') return !noes.has(value.trim().toLowerCase());
  return value !== undefined && value !== null && value !== false && value !== 0;
}

/** A tag says a word (`PII`), or a kind and a word (`pii:email`, `privacy/personal-data`). */
function isSensitiveTag(tag: string): boolean {
  return [tag, ...tag.split(/[:/.=]/)].some((part) => sensitiveWords.has(bare(part)));
}

/**
 * True when values of the property must not be shown: its `classification` is set and is not `public`, or a custom
 * property (`pii: true`, `isPII: yes`, …) or a tag says that it is personal or secret; so is what holds such a member.
 */
export function isSensitive(property: ContractProperty): boolean {
  const classification = property.classification?.trim().toLowerCase() ?? '';
  if (classification !== '' && classification !== 'public') return true;
  const isSaid = Object.entries(property.customProperties).some(
    ([name, value]) => sensitiveWords.has(bare(name)) && isYes(value),
  );
  if (isSaid || property.tags.some(isSensitiveTag)) return true;
  const inner = property.items === undefined ? [] : [property.items];
  return [...property.properties, ...inner].some(isSensitive);
}
