import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { validateWith } from '../../../domain/validation/validation.ts';

it.each<[string, TSchema, unknown]>([
  ['must not be empty', Type.String({ minLength: 1 }), ''],
  ['must have at least 3 characters', Type.String({ minLength: 3 }), 'ab'],
  ['must have at most 2 characters', Type.String({ maxLength: 2 }), 'abc'],
  ['must have at most 1 character', Type.String({ maxLength: 1 }), 'abc'],
  ['must have at least 1 entry', Type.Array(Type.String(), { minItems: 1 }), []],
  ['must have at most 1 entry', Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b']],
  ['must have at most 2 entries', Type.Array(Type.Null(), { maxItems: 2 }), [null, null, null]],
  ['must be at least 1', Type.Integer({ minimum: 1 }), 0],
  ['must be at most 9', Type.Integer({ maximum: 9 }), 10],
  ['must be a whole number', Type.Integer(), 1.5],
  ['must be a number', Type.Number(), '1'],
  ['must be true or false', Type.Boolean(), 1],
  ['must be a string', Type.String(), 5],
  ['must be a list', Type.Array(Type.String()), 'a'],
  ['must be a list: a[]=…', Type.Array(Type.String(), { 'x-must-be': 'a list: a[]=…' }), 'a'],
  ['must be an object', Type.Object({}), []],
  ['must be a string or null', Type.Unsafe({ type: ['string', 'null'] }), 5],
  [
    'must be a string, true, false or null',
    Type.Unsafe({ type: ['string', 'boolean', 'null'] }),
    5,
  ],
])('says %s', (message, schema, value) => {
  expect(validateWith(schema, value)).toEqual([{ field: 'body', message }]);
});
