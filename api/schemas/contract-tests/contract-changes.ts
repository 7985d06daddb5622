import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';
import { rules } from '../../../domain/contract-changes/rules.ts';

const impacts = ['patch', 'minor', 'major'] as const;
const impact = Type.Union(impacts.map((name) => Type.Literal(name)));

/** One change of a contract, judged by its rule. */
export const contractChangeSchema = Type.Object(
  {
    path: Type.String({ examples: ['schema[orders].properties[status].required'] }),
    kind: Type.String({
      description: 'added, removed, renamed, retyped, tightened, loosened, changed or described',
    }),
    from: Type.Optional(
      Type.Unknown({ description: 'Value before the change, truncated if long' }),
    ),
    to: Type.Optional(Type.Unknown()),
    impact,
    rule: Type.String({
      description:
        'Rule of docs/breaking-changes.md, or of docs/change-requests.md for data products',
      examples: Object.keys(rules).slice(0, 3),
    }),
  },
  { $id: 'ContractChange' },
);

const hits = Type.Object({
  outputPorts: Type.Array(
    Type.Object({
      dataProductId: Type.String(),
      dataProductName: Type.Optional(
        Type.String({
          description: 'Name of the data product now; missing in records of changes',
          examples: ['Web shop'],
        }),
      ),
      outputPortId: Type.Union([Type.String(), Type.Null()], {
        description: 'Id of the output port, else its name',
      }),
    }),
    { description: 'Output ports that offer the contract; none for a patch, and at most 200' },
  ),
  accesses: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Ids of active accesses to these ports, at most 200; missing in old records',
    }),
  ),
});

const verdict = {
  fromVersion: Type.String(),
  toVersion: Type.String(),
  changes: Type.Array(contractChangeSchema, { description: 'Most severe first, at most 500' }),
  omitted: Type.Integer({ description: 'Number of further changes' }),
  hits,
};

/** A recorded change of a data contract. */
export const contractChangesSchema = Type.Object(
  {
    revision: Type.Integer({
      description: 'Revision of the contract that made the change, or that the definition changed',
    }),
    definition: Type.Optional(
      Type.Object(
        { id: Type.String(), revision: Type.Integer() },
        { description: 'The linked definition whose revision made the change' },
      ),
    ),
    timestamp: Type.String(),
    principal: Type.String(),
    principalName: principalNameSchema,
    impact,
    ...verdict,
  },
  { $id: 'ContractChanges' },
);

const consumer = Type.Object(
  {
    teamId: orNull(
      Type.String({ description: 'Consuming team; null for a person', examples: ['marketing'] }),
    ),
    teamName: orNull(
      Type.String({ description: 'Name of the team; null if deleted', examples: ['Marketing'] }),
    ),
    userId: orNull(Type.String({ description: 'Consuming person', examples: ['ada@example.com'] })),
    userName: orNull(
      Type.String({ description: 'Name of the person', examples: ['Ada Lovelace'] }),
    ),
    accesses: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The access', examples: ['orders-for-marketing'] }),
        dataProductId: Type.String({ description: 'Its data product', examples: ['web-shop'] }),
        outputPortId: Type.String({
          description: 'Its output port: the name, else the id',
          examples: ['orders'],
        }),
      }),
      { description: 'Accesses of the consumer that are hit' },
    ),
  },
  { $id: 'HitConsumer', description: 'A consumer whose accesses a change affects' },
);

/** The assessment of a candidate for a data contract or a data product. */
export const contractPreviewSchema = Type.Object(
  {
    impact: Type.Union([Type.Literal('none'), ...impacts.map((name) => Type.Literal(name))]),
    ...verdict,
    consumers: Type.Array(consumer, { description: 'Consumers of these accesses, teams first' }),
    mode: Type.Union([Type.Literal('warn'), Type.Literal('enforce')]),
    versionRaised: Type.Boolean({
      description: 'True if the version number announces the change; required with enforce',
    }),
    requiredVersion: Type.Optional(
      Type.String({ description: 'The lowest version that announces the change' }),
    ),
  },
  { $id: 'ContractChangePreview' },
);
