import { Type } from '@sinclair/typebox';
import { accessAlertSchema, expectedGrantsSchema } from '../access/access.ts';

/** What providers see beside the accesses to a data product. */
export const productGrantsSchema = Type.Object(
  {
    grants: expectedGrantsSchema.properties.grants,
    alerts: Type.Array(accessAlertSchema, {
      description: 'Open alerts about accesses to its ports, newest first, at most 100',
    }),
    decide: Type.Object(
      {
        allowed: Type.Boolean({
          examples: [true],
          description: 'True if the signed-in person may decide about accesses to it',
        }),
        because: Type.String({
          description: 'The rule in a sentence',
          examples: ["You are Owner in team 'checkout', and this role has ACCESS_APPROVE."],
        }),
      },
      { description: 'The permission to decide' },
    ),
  },
  {
    $id: 'ProductGrants',
    description: 'Grants that should exist now for a data product, and how platforms differ',
  },
);
