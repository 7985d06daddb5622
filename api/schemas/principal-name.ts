import { Type } from '@sinclair/typebox';
import { orNull } from './nullable.ts';

/** The member beside each `principal` of an answer. */
export const principalNameSchema = orNull(
  Type.String({
    description: 'Name of the key, the person or the contact; null if it was deleted',
    examples: ['Ada Lovelace'],
  }),
);
