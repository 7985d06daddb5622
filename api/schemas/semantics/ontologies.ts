import { Type } from '@sinclair/typebox';
import { effectsSchema } from '../../http/dry-run-query.ts';
import { usageSchema } from './concepts.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

/** One revision of an ontology. */
export const ontologyRevisionSchema = Type.Object({
  version: Type.Integer(),
  timestamp: Type.String(),
  principal: Type.String(),
  principalName: principalNameSchema,
  concepts: Type.Integer({ description: 'Number of concepts' }),
  branch: orNull(Type.String({ description: 'Branch whose merge created this revision' })),
});

/** A change of one concept. */
export const conceptChangeSchema = Type.Object(
  {
    external_id: Type.String(),
    element_type: Type.String(),
    name: Type.String(),
    op: Type.String({ description: 'add, update or remove' }),
    impact: Type.String({ description: 'additive, structural or breaking' }),
    warnings: Type.Array(Type.String()),
    fields: Type.Array(Type.Unknown()),
    properties: Type.Array(Type.Unknown()),
    relationships: Type.Array(Type.Unknown()),
    usages: Type.Array(usageSchema),
  },
  { $id: 'SemanticConceptChange' },
);

/** What replacing an ontology would change, besides the events. */
const replacement = {
  effects: effectsSchema.properties.effects,
  counts: Type.Object(
    {
      added: Type.Integer(),
      changed: Type.Integer(),
      removed: Type.Integer(),
    },
    { description: 'Numbers of concepts that would be added, changed and removed' },
  ),
  changes: Type.Array(conceptChangeSchema, {
    description: 'Removed concepts first, at most 1,000 changes, with the documents that use them',
  }),
};

/** A preview of a new text of an ontology. */
export const replacementSchema = Type.Object(replacement);

/** The result of an import of RDF, with the parts that were not imported. */
export const rdfImportSchema = Type.Object(
  {
    notes: Type.Array(
      Type.Object({
        kind: Type.String(),
        message: Type.String(),
        count: Type.Integer(),
        examples: Type.Array(Type.String()),
      }),
    ),
  },
  { $id: 'SemanticImport' },
);

/** A preview of an import of RDF. */
export const rdfReplacementSchema = Type.Object({
  ...replacement,
  ...rdfImportSchema.properties,
});
