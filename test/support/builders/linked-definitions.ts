import type { TestAnswer, TestApi } from '../http/api.ts';

/** Stores a definition of a text of team `checkout`; `change` overrides members. */
export const putDefinition = (
  api: Pick<TestApi, 'send'>,
  id: string,
  change: Record<string, unknown>,
): Promise<TestAnswer> =>
  api.send('PUT', `/api/definitions/${id}`, {
    body: { id, owner: 'checkout', type: 'string', ...change },
  });

/** The schema of a contract whose property `status` links to a definition; `own` are further members of that property. */
export const linkedSchema = (
  url: string,
  own: Record<string, unknown> = {},
  type = 'definition',
): object[] => [
  {
    name: 'orders',
    properties: [
      { name: 'order_id', logicalType: 'integer' },
      { name: 'status', authoritativeDefinitions: [{ type, url }], ...own },
    ],
  },
];
