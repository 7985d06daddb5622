import { hash } from 'node:crypto';
import { canonicalJson } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/**
 * SHA-256 of the canonical JSON: documents of equal content have equal hashes, regardless of formatting and of
 * `unversioned` members.
 */
export function hashDocument(document: JsonObject, unversioned: readonly string[] = []): Buffer {
  const versioned =
    unversioned.length === 0
      ? document
      : Object.fromEntries(
          Object.entries(document).filter(([name]) => !unversioned.includes(name)),
        );
  return hash('sha256', canonicalJson(versioned), 'buffer');
}
