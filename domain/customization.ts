import { Type } from '@sinclair/typebox';

/** How the pages of an organization differ from others; members that it does not name are stored and given back. */
export const customizationSchema = Type.Object(
  {
    dataProduct: Type.Optional(
      Type.Object(
        {
          customFilters: Type.Optional(
            Type.Array(
              Type.Object(
                { displayName: Type.String(), customField: Type.String() },
                { additionalProperties: true },
              ),
            ),
          ),
        },
        { additionalProperties: true },
      ),
    ),
    dataContract: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { $id: 'Customization', additionalProperties: true },
);
