import { Type } from '@sinclair/typebox';
import type { Answer, BodyRule } from './route.ts';

/** How bodies of /v1 may come. */
export const messagingFormats: BodyRule['formats'] = ['x-www-form-urlencoded', 'form-data', 'json'];

const deletedSchema = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  { $id: 'Deleted' },
);

/** What a DELETE of /v1 declares, and what it answers. */
export const messagingDeletion = {
  answers: { 200: { description: 'Deleted', schema: deletedSchema } },
  answer: (id: string): Answer => ({ status: 200, json: { id, deleted: true } }),
};
