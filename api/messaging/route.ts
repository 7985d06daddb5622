import { Type } from '@sinclair/typebox';
import type { BodyRule } from '../route.ts';
import type { Answer } from '../exchange.ts';

/** Accepted formats of bodies of /v1. */
export const messagingFormats: BodyRule['formats'] = ['x-www-form-urlencoded', 'form-data', 'json'];

const deletedSchema = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  { $id: 'Deleted' },
);

/** Declaration and answer of a DELETE of /v1. */
export const messagingDeletion = {
  answers: { 200: { description: 'Deleted', schema: deletedSchema } },
  answer: (id: string): Answer => ({ status: 200, json: { id, deleted: true } }),
};
