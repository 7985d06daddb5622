import { Type } from '@sinclair/typebox';
import { usageGroups } from '../../../db/tables/usage/usage-days.ts';
import { orNull } from '../nullable.ts';

const count = Type.Integer({ examples: [1204], description: 'How often it was used' });
const rows = Type.Integer({ examples: [48200], description: 'Rows that users got' });
const date = (description: string) => Type.String({ examples: ['2026-11-05'], description });
const lastUsedOn = orNull(date('UTC day of the last use; null without any'));

/** What the entries of an answer are. */
export const usageGroupSchema = Type.Union(
  usageGroups.map((group) => Type.Literal(group)),
  {
    default: 'day',
    description:
      'day: an entry for each UTC day with uses, oldest first; the others by the number of uses',
  },
);

export const productUsageSchema = Type.Object(
  {
    dataProductId: Type.String({ examples: ['shop'], description: 'The data product' }),
    from: date('First day'),
    to: date('Last day'),
    count,
    rows,
    users: Type.Integer({ examples: [17], description: 'Different users' }),
    teams: Type.Integer({ examples: [3], description: 'Different teams, by the used accesses' }),
    lastUsedOn,
    entries: Type.Array(
      Type.Object(
        {
          key: Type.String({
            examples: ['2026-11-05'],
            description:
              'Day, output port, id of the team, user or id of the access; empty if spans name none',
          }),
          name: orNull(
            Type.String({ examples: ['Checkout'], description: 'Name of a team; else null' }),
          ),
          count,
          rows,
          lastUsedOn,
        },
        { description: 'Uses with the same key' },
      ),
      { description: 'A page of the entries' },
    ),
  },
  { $id: 'DataProductUsage', description: 'Who used a data product how often' },
);
