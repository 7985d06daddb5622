import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { teamSchema } from '../../domain/kinds/team.ts';

/** A data contract as openapi.json shows it; its own rules are those of the ODCS version that it declares. */
const dataContractSchema = Type.Object(
  {
    apiVersion: Type.Optional(Type.String({ description: 'ODCS version, e.g. v3.1.0' })),
    kind: Type.Optional(Type.Literal('DataContract')),
    dataContractSpecification: Type.Optional(
      Type.String({ deprecated: true, description: 'Instead of the two above, in deprecated DCS' }),
    ),
    id: Type.String(),
    version: Type.Optional(Type.String({ description: "In deprecated DCS, 'info.version'" })),
  },
  {
    $id: 'DataContract',
    additionalProperties: true,
    description: 'Open Data Contract Standard 2.2–3.2; see /api/schemas/odcs.schema.json',
  },
);

/** A data product as openapi.json shows it; its own rules are those of the ODPS version that it declares. */
const dataProductSchema = Type.Object(
  {
    apiVersion: Type.Optional(Type.String({ description: 'ODPS version, e.g. v1.0.0' })),
    kind: Type.Optional(Type.Literal('DataProduct')),
    dataProductSpecification: Type.Optional(
      Type.String({ deprecated: true, description: 'Instead of the two above, in deprecated DPS' }),
    ),
    id: Type.String(),
  },
  {
    $id: 'DataProduct',
    additionalProperties: true,
    description: 'Open Data Product Standard 0.9–1.1; see /api/schemas/odps.schema.json',
  },
);

const schemas: Readonly<Record<string, TSchema>> = {
  team: teamSchema,
  'data-contract': dataContractSchema,
  'data-product': dataProductSchema,
};

/** The schema by which openapi.json describes documents of a kind. */
export function documentSchemas(kind: DocumentKind): TSchema {
  return kind.schema ?? schemas[kind.name] ?? Type.Object({}, { additionalProperties: true });
}
