import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import {
  auditedAs,
  headOf,
  optionalFlag,
  optionalInteger,
  optionalText,
  plainKind,
  requiredText,
  ruledBy,
} from './resource.ts';

const certificationSchema = Type.Object(
  {
    id: Type.String({ description: 'Chosen by the caller; equals the path id' }),
    name: requiredText(),
    rank: optionalInteger,
    description: optionalText(),
    criteria: optionalText(),
    tag: requiredText('Tag that certified resources carry'),
    icon: optionalText(),
    restricted: optionalFlag,
  },
  { $id: 'Certification', additionalProperties: true },
);

/** Belongs to the whole organization instead of a team, so only organization keys can write it. */
export const certification: DocumentKind = {
  ...plainKind,
  yamlName: 'certification.yaml',
  ...ruledBy(certificationSchema),
  name: 'certification',
  collection: 'certifications',
  title: 'certification',
  events: auditedAs('Certification'),
  extract: (document) => headOf(document, [document.name]),
};
