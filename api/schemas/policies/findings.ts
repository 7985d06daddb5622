import { Type } from '@sinclair/typebox';
import { severities } from '../../../domain/policies/rules.ts';
import { orNull } from '../nullable.ts';

const severity = Type.Unsafe<string>({ type: 'string', enum: [...severities] });

export const findingSchema = Type.Object(
  {
    policyId: Type.String({ description: 'Policy of the rule' }),
    ruleId: Type.String({ description: 'Rule of the policy' }),
    severity,
    message: Type.String({ description: 'What to change' }),
    problem: orNull(
      Type.String({
        description: 'Why the rule cannot be judged for this document; null if it is not kept',
      }),
    ),
  },
  { $id: 'PolicyFinding', description: 'A rule of a policy that a document does not keep' },
);

export const documentFindingsSchema = Type.Object(
  {
    kind: Type.String({ description: 'Kind of the document', examples: ['data-contract'] }),
    id: Type.String(),
    name: Type.String(),
    revision: Type.Integer({ description: 'Revision that was judged' }),
    ownerId: orNull(Type.String({ description: 'Owning team' })),
    ownerName: orNull(Type.String()),
    findings: Type.Array(findingSchema),
  },
  { $id: 'DocumentFindings', description: 'A document and the rules that it does not keep' },
);

const counts = {
  documentCount: Type.Integer({ description: 'Documents with at least one finding' }),
  errorCount: Type.Integer({ description: 'Findings of the severity error' }),
  warningCount: Type.Integer({ description: 'Findings of the severity warning' }),
};

export const findingsSchema = Type.Object(
  {
    isCurrent: Type.Boolean({
      description: 'False while documents are still judged by rules that have changed',
    }),
    ...counts,
    documents: Type.Array(documentFindingsSchema, {
      description: 'This page of them, by kind and id',
    }),
  },
  { $id: 'Findings', description: 'Rules of policies that documents do not keep' },
);

export const ownFindingsSchema = Type.Object(
  {
    isCurrent: Type.Boolean({
      description: 'False while documents are still judged by rules that have changed',
    }),
    findings: Type.Array(findingSchema),
  },
  { $id: 'OwnFindings', description: 'Rules of policies that one document does not keep' },
);

export const policyTrialSchema = Type.Object(
  {
    checked: Type.Integer({ description: 'Documents judged by this request' }),
    next: orNull(
      Type.String({
        description:
          'Send it as `after` to judge the documents that follow; null if there are none',
      }),
    ),
    ...counts,
    documents: Type.Array(documentFindingsSchema, { description: 'The first 100 with findings' }),
  },
  { $id: 'PolicyTrial', description: 'What would not keep the rules of a policy' },
);
