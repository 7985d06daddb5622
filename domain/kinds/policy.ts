import { Type } from '@sinclair/typebox';
import { ruleMembers, violationsOfRules } from '../policies/rules.ts';
import { textOf } from '../standards/json-value.ts';
import type { DocumentKind } from './kind.ts';
import {
  auditedAs,
  headOf,
  optional,
  optionalText,
  plainKind,
  requiredText,
  ruledBy,
} from './resource.ts';

const statuses = ['Draft', 'Accepted', 'Rejected', 'Deprecated'];

const policySchema = Type.Object(
  {
    id: optionalText('Equals the path id; a plain number n means GLOBAL-n'),
    name: requiredText(),
    status: optional(Type.Union(statuses.map((status) => Type.Literal(status)))),
    content: optionalText('Markdown or HTML'),
    ...ruleMembers,
  },
  { $id: 'Policy', additionalProperties: true },
);

const ruled = ruledBy(policySchema);

/** Belongs to the whole organization instead of a team, so only organization keys can write it. */
export const policy: DocumentKind = {
  ...plainKind,
  yamlName: 'policy.yaml',
  ...ruled,
  validate: (document) => {
    const violations = ruled.validate(document);
    return violations.length > 0 ? violations : violationsOfRules(document);
  },
  name: 'policy',
  collection: 'policies',
  title: 'policy',
  events: auditedAs('Policy'),
  answersPut: true,
  canonicalId: (id) => (/^\d{1,9}$/.test(id) ? `GLOBAL-${id}` : id),
  extract: (document) => ({
    ...headOf(document, [document.name]),
    description: textOf(document.content) ?? '',
  }),
};
