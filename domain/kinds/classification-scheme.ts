import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import {
  auditedAs,
  headOf,
  optional,
  optionalInteger,
  optionalText,
  plainKind,
  requiredText,
  ruledBy,
} from './resource.ts';

const classificationSchema = Type.Object(
  {
    externalId: requiredText(),
    name: requiredText(),
    level: optionalInteger,
    description: optionalText(),
    criteria: optionalText(),
    colorScheme: optionalText(),
    icon: optionalText(),
  },
  { $id: 'Classification', additionalProperties: true },
);

const classificationSchemeSchema = Type.Object(
  {
    externalId: Type.String({ description: 'Chosen by the caller; equals the path id' }),
    name: requiredText(),
    description: optionalText(),
    customProperty: optionalText(),
    rank: optionalInteger,
    classifications: optional(Type.Array(classificationSchema)),
  },
  { $id: 'ClassificationScheme', additionalProperties: true },
);

/** Belongs to the whole organization instead of a team, so only organization keys can write it. */
export const classificationScheme: DocumentKind = {
  ...plainKind,
  yamlName: 'classification-scheme.yaml',
  ...ruledBy(classificationSchemeSchema),
  name: 'classification-scheme',
  collection: 'classification-schemes',
  title: 'classification scheme',
  events: auditedAs('ClassificationScheme'),
  idMember: 'externalId',
  answersPut: true,
  extract: (document) => headOf(document, [document.name]),
};
