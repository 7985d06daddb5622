import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import {
  auditedAs,
  headOf,
  optionalText,
  optionalTexts,
  plainKind,
  requiredText,
  ruledBy,
} from './resource.ts';

const dataProductBuilderSchema = Type.Object(
  {
    id: Type.String({ description: 'Chosen by the caller; equals the path id' }),
    name: requiredText('Name for people'),
    description: optionalText('Markdown or HTML'),
    pluginRepository: optionalText('Address of the repository with the plugin of the builder'),
    supportedAgents: optionalTexts,
    tags: optionalTexts,
  },
  { $id: 'DataProductBuilder', additionalProperties: true },
);

/** Belongs to the whole organization instead of a team, so only organization keys can write it. */
export const dataProductBuilder: DocumentKind = {
  ...plainKind,
  ...ruledBy(dataProductBuilderSchema),
  yamlName: 'dataproductbuilder.yaml',
  name: 'data-product-builder',
  collection: 'dataproductbuilders',
  title: 'data product builder',
  events: auditedAs('DataProductBuilder'),
  extract: (document) => headOf(document, [document.name]),
};
