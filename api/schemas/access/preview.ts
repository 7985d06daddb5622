import { Type } from '@sinclair/typebox';
import { accessStates } from '../../../domain/access/access-life.ts';
import { effectsSchema } from '../../http/dry-run-query.ts';
import { permissionHolders } from '../organization/permission-holders.ts';

const oneOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description, examples: [values[0]] });
const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const instant = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: [example] }));

/** The answer to a dry run of a change of an access. */
export const accessPreviewSchema = Type.Object(
  {
    ...effectsSchema.properties,
    access: Type.Object(
      {
        lifecycle: oneOf(accessStates, 'State after the change'),
        decision: Type.Object({
          by: oneOf(
            ['provider', 'port', 'same-team', 'this-request', 'earlier'],
            'provider: the providing team has to decide; port and same-team: approved by a rule; this-request: decided by the rehearsed request; earlier: decided before',
          ),
          automatic: Type.Boolean({ description: 'True if a rule approves it', examples: [false] }),
          because: text('The rule in a sentence', 'The providing team decides about each request.'),
          ...permissionHolders,
        }),
        activation: Type.Object({
          when: oneOf(
            ['on-approval', 'now', 'later', 'never'],
            'on-approval: with the approval, but not before `at`; later: at `at`',
          ),
          at: instant('Earliest time of the activation', '2026-12-01T00:00:00.000Z'),
        }),
        endsAt: instant('Time from which it is no longer active', '2027-06-01T00:00:00.000Z'),
        grants: Type.Array(
          Type.Object({
            platform: Type.Optional(text('Type of the output port', 'postgres')),
            roles: Type.Array(Type.String(), { examples: [['reader']] }),
            server: Type.Optional(
              Type.Unknown({
                description: 'Location of the port as written in the data product',
                examples: [{ host: 'db.example.com', database: 'shop' }],
              }),
            ),
          }),
          { description: 'Grants that should then exist, at the latest after the approval' },
        ),
      },
      { $id: 'AccessPreview' },
    ),
  },
  { $id: 'AccessEffects' },
);
