import { createHash } from 'node:crypto';
import type { AssetPath } from './scanned-asset.ts';

const longest = 256;
const hashLetters = 32;

/**
 * The id under which an asset of an integration is stored: the same for the same path in every run, and no other path has it, e.g.
 * `warehouse:shop.public.orders`. Names with a dot stand in quotation marks; what an id may not hold is percent-encoded; what
 * is too long ends in a hash.
 */
export function assetIdOf(integrationId: string, path: AssetPath): string {
  const id = `${integrationId}:${path.map(quoteName).join('.')}`;
  if (id.length <= longest) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashLetters);
  return `${id
    .slice(0, longest - hashLetters - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '_')}~${hash}`;
}

/** The path as people write it, e.g. `shop.public."odd.name"`. */
export function qualifiedNameOf(path: AssetPath): string {
  return path.map(quote).join('.');
}

function quoteName(name: string): string {
  return quote(name).replaceAll(/[%/\\\p{Cc}]/gu, (character) => encodeURIComponent(character));
}

function quote(name: string): string {
  return /[."]/.test(name) || name === '' ? `"${name.replaceAll('"', '""')}"` : name;
}
