import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

/** A document that uses another one. */
export const usageSchema = Type.Object(
  {
    kind: Type.String({ examples: ['data-contract'], description: 'Kind of the document' }),
    id: Type.String({ examples: ['orders'], description: 'Id of the document' }),
    name: Type.String({ examples: ['Orders'], description: 'Name of the document' }),
    ownerId: orNull(Type.String({ examples: ['checkout'], description: 'Id of the owning team' })),
    ownerName: orNull(
      Type.String({ examples: ['Checkout'], description: 'Name of the owning team' }),
    ),
  },
  { $id: 'DocumentUsage', description: 'A document that uses another one' },
);
