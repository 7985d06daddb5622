import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import {
  announcedAs,
  headOf,
  optionalFlag,
  optionalNumber,
  optionalText,
  optionalTexts,
  ownerFrom,
  plainKind,
  requiredText,
  ruledBy,
  textMap,
} from './resource.ts';

const definitionSchema = Type.Object(
  {
    id: Type.String({ description: "Chosen by the caller; equals the path id; may hold '/'" }),
    owner: requiredText('Id of the owning team'),
    name: optionalText(),
    domain: optionalText(),
    title: optionalText(),
    description: optionalText(),
    type: optionalText(),
    enum: optionalTexts,
    minLength: optionalNumber,
    maxLength: optionalNumber,
    minimum: optionalNumber,
    maximum: optionalNumber,
    exclusiveMinimum: optionalNumber,
    exclusiveMaximum: optionalNumber,
    format: optionalText(),
    pattern: optionalText(),
    example: optionalText(),
    pii: optionalFlag,
    classification: optionalText(),
    tags: optionalTexts,
    links: textMap,
    custom: textMap,
  },
  { $id: 'Definition', additionalProperties: true },
);

export const definition: DocumentKind = {
  ...plainKind,
  yamlName: 'definition.yaml',
  ...ruledBy(definitionSchema),
  name: 'definition',
  collection: 'definitions',
  title: 'definition',
  events: announcedAs('Definition'),
  idsHoldSlashes: true,
  extract: (document) => ({
    ...headOf(document, [document.title, document.name, document.id]),
    owner: ownerFrom(document.owner),
    isPersonal: document.pii === true,
  }),
};
