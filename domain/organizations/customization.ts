import { Type } from '@sinclair/typebox';

/** Appearance of an organization's pages; unknown members are stored and returned. */
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
