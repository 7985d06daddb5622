import { Type } from '@sinclair/typebox';
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
