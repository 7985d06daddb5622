import type { Static, TObject } from '@sinclair/typebox';
import { isObject } from '../../lib/json/json.ts';
import { refuse } from '../errors.ts';
import { assertValid } from '../validation/validation.ts';

/**
 * Reads a requested change; refuses with `invalid_body`, and lists the changeable members when others are sent.
 */
export function readChange<Schema extends TObject>(schema: Schema, body: unknown): Static<Schema> {
  const names = Object.keys(schema.properties);
  const sent = isObject(body) ? Object.keys(body) : [];
  const other = sent.find((name) => !names.includes(name));
  if (other === undefined) return assertValid(schema, body, 'invalid_body');
  const shown = other.slice(0, 100);
  return refuse('invalid_body', `'${shown}' cannot be changed; change ${names.join(', ')}.`);
}
