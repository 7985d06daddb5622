import { hash } from 'node:crypto';
import { canonicalJson } from '../../lib/json.ts';

/** SHA-256 of the canonical JSON: documents of equal content have equal hashes, whatever their text. */
export function hashDocument(document: unknown): Buffer {
  return hash('sha256', canonicalJson(document), 'buffer');
}
