import { createHash } from 'node:crypto';
import type { AssetPath } from './scanned-asset.ts';

const maxLength = 256;
const hashLetters = 32;

/**
 * The id of an integration's asset: stable across runs and unique for its path, e.g.
 * `warehouse:shop.public.orders`. Names with a dot are quoted; characters that ids do not allow are
 * percent-encoded; long ids end in a hash.
 */
export function assetIdOf(integrationId: string, path: AssetPath): string {
  const id = `${integrationId}:${path.map(quoteName).join('.')}`;
  if (id.length <= maxLength) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashLetters);
  return `${id
    .slice(0, maxLength - hashLetters - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '_')}~${hash}`;
}

/** The path in readable form, e.g. `shop.public."odd.name"`. */
export function qualifiedNameOf(path: AssetPath): string {
  return path.map(quote).join('.');
}

function quoteName(name: string): string {
  return quote(name).replaceAll(/[%/\\\p{Cc}]/gu, (character) => encodeURIComponent(character));
}

function quote(name: string): string {
  return /[."]/.test(name) || name === '' ? `"${name.replaceAll('"', '""')}"` : name;
}
