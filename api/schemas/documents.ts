import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { teamSchema } from '../../domain/kinds/team.ts';

/** A data contract as openapi.json shows it; its own rules are those of the ODCS version that it declares. */
const dataContractSchema = Type.Object(
  {
    apiVersion: Type.String({ description: 'ODCS version, e.g. v3.1.0' }),
    kind: Type.Literal('DataContract'),
    id: Type.String(),
    version: Type.String(),
  },
  {
    $id: 'DataContract',
    additionalProperties: true,
    description: 'Open Data Contract Standard 2.2–3.2',
  },
);

const schemas: Readonly<Record<string, TSchema>> = {
  team: teamSchema,
  'data-contract': dataContractSchema,
};

/** The schema by which openapi.json describes documents of a kind. */
export function documentSchemas(kind: DocumentKind): TSchema {
  return schemas[kind.name] ?? Type.Object({}, { additionalProperties: true });
}
