import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { teamSchema } from '../../../domain/kinds/team.ts';

/** A data contract in openapi.json; the ODCS version that a contract declares has the exact rules. */
const dataContractSchema = Type.Object(
  {
    apiVersion: Type.Optional(Type.String({ description: 'ODCS version, e.g. v3.1.0' })),
    kind: Type.Optional(Type.Literal('DataContract')),
    dataContractSpecification: Type.Optional(
      Type.String({
        deprecated: true,
        description: 'Replaces kind and apiVersion in deprecated DCS documents',
      }),
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

/** A data product in openapi.json; the ODPS version that a product declares has the exact rules. */
const dataProductSchema = Type.Object(
  {
    apiVersion: Type.Optional(Type.String({ description: 'ODPS version, e.g. v1.0.0' })),
    kind: Type.Optional(Type.Literal('DataProduct')),
    dataProductSpecification: Type.Optional(
      Type.String({
        deprecated: true,
        description: 'Replaces kind and apiVersion in deprecated DPS documents',
      }),
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

/** The schema of documents of a kind in openapi.json. */
export function documentSchemas(kind: DocumentKind): TSchema {
  return kind.schema ?? schemas[kind.name] ?? Type.Object({}, { additionalProperties: true });
}
