import { Type } from '@sinclair/typebox';
import { effectsSchema } from '../../http/dry-run-query.ts';

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** Answer to a dry run of the mapping. */
export const scimMappingPreviewSchema = Type.Object(
  {
    effects: effectsSchema.properties.effects,
    changeCount: Type.Integer({ description: 'Number of roles that would change' }),
    changes: Type.Array(
      Type.Object(
        {
          emailAddress: Type.String({ description: 'Address of the person' }),
          teamId: orNull('The team; null for the role in the organization'),
          role: orNull('The role that the person would get; null: it would be taken away'),
          formerRole: orNull('The role that the person has by the current mapping'),
        },
        { description: 'A role that would change' },
      ),
      { description: 'The first 500 of them' },
    ),
  },
  { $id: 'ScimMappingPreview', description: 'What a mapping would change' },
);
