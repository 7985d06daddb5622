import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import {
  announcedAs,
  headOf,
  optionalText,
  optionalTexts,
  ownerFrom,
  plainKind,
  requiredText,
  ruledBy,
  textMap,
} from './resource.ts';

const sourceSystemSchema = Type.Object(
  {
    id: Type.String({ description: 'Chosen by the caller; equals the path id' }),
    name: requiredText(),
    owner: requiredText('Id of the owning team'),
    description: optionalText('Markdown or HTML'),
    tags: optionalTexts,
    links: textMap,
    custom: textMap,
  },
  { $id: 'SourceSystem', additionalProperties: true },
);

export const sourceSystem: DocumentKind = {
  ...plainKind,
  yamlName: 'source-system.yaml',
  ...ruledBy(sourceSystemSchema),
  name: 'source-system',
  collection: 'sourcesystems',
  title: 'source system',
  events: announcedAs('SourceSystem'),
  extract: (document) => ({
    ...headOf(document, [document.name]),
    owner: ownerFrom(document.owner),
  }),
};
