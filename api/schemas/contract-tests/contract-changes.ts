import { Type } from '@sinclair/typebox';
import { principalNameSchema } from '../principal-name.ts';
import { rules } from '../../../domain/contract-changes/rules.ts';

const impacts = ['patch', 'minor', 'major'] as const;
const impact = Type.Union(impacts.map((name) => Type.Literal(name)));

const change = Type.Object(
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
      description: 'Rule of docs/breaking-changes.md',
      examples: Object.keys(rules).slice(0, 3),
    }),
  },
  { $id: 'ContractChange' },
);

const hits = Type.Object({
  outputPorts: Type.Array(
    Type.Object({
      dataProductId: Type.String(),
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
  changes: Type.Array(change, { description: 'Most severe first, at most 500' }),
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

/** The assessment of a candidate for a data contract. */
export const contractPreviewSchema = Type.Object(
  {
    impact: Type.Union([Type.Literal('none'), ...impacts.map((name) => Type.Literal(name))]),
    ...verdict,
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
