import { Type } from '@sinclair/typebox';
import { optionalFlag, optionalText, requiredText } from '../kinds/resource.ts';

/** A namespace as clients write and read it. */
export const namespaceSchema = Type.Object(
  {
    namespace: Type.String({ description: 'Id, chosen by the caller; equals the path id' }),
    name: requiredText('Display name'),
    description: optionalText(),
    read_only: optionalFlag,
    team: optionalText('Id of the owning team'),
  },
  { $id: 'SemanticNamespace', additionalProperties: true },
);
