import { Type } from '@sinclair/typebox';
import { verdicts } from '../contract-tests/test-results.ts';
import { orNull } from '../nullable.ts';

const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

/** A data product as its owners look at it. */
export const studioProductSchema = Type.Object(
  {
    id: text('The data product', 'demo-shop-data'),
    name: text('Name of the data product', 'Shop data'),
    status: orNull(text('Status as the document says it', 'active')),
    version: orNull(text('Version of the document', '2.1.0')),
    ownerId: orNull(text('Owning team', 'demo-web-shop')),
    ownerName: orNull(text('Name of the owning team', 'Web Shop')),
    result: orNull(
      Type.String({
        enum: [...verdicts],
        description: 'Worst newest result of the contracts of its output ports; null if untested',
        examples: ['failed'],
      }),
    ),
    checkCount: count('Checks of these results', 106),
    failedChecks: count('Failed checks of these results', 17),
    consumerCount: count('Consumers with an active access', 4),
    requestCount: count('Open requests for its ports', 4),
    driftCount: count('Assets that differ from the contracts of its ports', 0),
    findingCount: count('Rules of policies that it does not keep', 1),
  },
  { $id: 'StudioProduct', description: 'A data product with what waits for its owners' },
);
