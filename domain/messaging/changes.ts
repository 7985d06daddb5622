import type { Static, TObject } from '@sinclair/typebox';
import { isObject } from '../../lib/json.ts';
import { refuse } from '../errors.ts';
import { assertValid } from '../validation.ts';

/** The change that is wished for; refuses with `invalid_body`, and names what can be changed when it is something else. */
export function readChange<Schema extends TObject>(schema: Schema, wish: unknown): Static<Schema> {
  const names = Object.keys(schema.properties);
  const sent = isObject(wish) ? Object.keys(wish) : [];
  const other = sent.find((name) => !names.includes(name));
  if (other === undefined) return assertValid(schema, wish, 'invalid_body');
  const shown = other.slice(0, 100);
  return refuse('invalid_body', `'${shown}' cannot be changed; change ${names.join(', ')}.`);
}
