import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

/** Maximum number of references in one request: a page of a list has fewer. */
const maxRefs = 200;

const ref = Type.String({
  maxLength: 600,
  pattern: '^[a-z-]+:[^]+$',
  'x-must-be': 'a reference like data-product:web-shop',
  examples: ['data-product:web-shop'],
  description:
    '<kind>:<id>: a kind of documents as in events (team, data-product, data-contract, …), semantic-concept:<namespace>/<concept>, semantic-namespace, access, integration, change-request, person, api-key, contact or user:<e-mail address>',
});

/** What a page shows by id. */
export const namesRequestSchema = Type.Object(
  { refs: Type.Array(ref, { maxItems: maxRefs, description: 'What the page names' }) },
  { $id: 'NamesRequest', additionalProperties: false },
);

/** The names, in the order of the references. */
export const namesSchema = Type.Object(
  {
    names: Type.Array(
      Type.Object({
        ref,
        name: orNull(
          Type.String({
            examples: ['Web shop'],
            description: 'null if nothing with this reference was ever stored',
          }),
        ),
        deleted: Type.Boolean({
          examples: [false],
          description:
            'True if it existed and was deleted; a person: in no team and no member any more',
        }),
        deletedAt: Type.Optional(
          Type.String({
            format: 'date-time',
            examples: ['2026-01-31T09:30:00.000Z'],
            description:
              'When a deleted document or access was deleted; known for 30 days of an access',
          }),
        ),
        deletedByName: Type.Optional(
          Type.String({
            examples: ['Ada Lovelace'],
            description: 'Name of the person or key that deleted it, if it is still known',
          }),
        ),
      }),
      { description: 'One entry for each reference, in their order' },
    ),
  },
  { $id: 'Names' },
);
