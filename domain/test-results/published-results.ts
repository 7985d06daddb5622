import { Type } from '@sinclair/typebox';
import { optional } from '../kinds/resource.ts';

const text = Type.String();
const any = Type.Optional(Type.Unknown());
const oneOf = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)));

const results = ['passed', 'failed', 'warning', 'error', 'unknown'];

const publishedCheckSchema = Type.Object(
  {
    id: optional(text),
    key: optional(text),
    category: optional(text),
    type: text,
    name: optional(text),
    model: optional(text),
    field: optional(text),
    engine: optional(text),
    language: optional(text),
    result: optional(oneOf([...results, 'info'])),
    reason: optional(text),
    details: optional(text),
  },
  { $id: 'PublishedTestCheck', additionalProperties: true },
);

/** Results as datacontract-cli and other tools send them; returned unchanged. */
export const publishedResultsSchema = Type.Object(
  {
    id: optional(Type.String({ description: 'Chosen by the caller; runId stands in for it' })),
    runId: optional(text),
    dataContractId: Type.String({ minLength: 1 }),
    dataContractVersion: Type.String({ minLength: 1 }),
    dataProductId: optional(text),
    outputPortId: optional(text),
    server: optional(
      Type.String({ description: 'Key of a server in the contract, or <data product>/<port>' }),
    ),
    timestampStart: Type.String({ description: 'ISO 8601; UTC without a zone' }),
    timestampEnd: Type.String(),
    result: oneOf(results),
    checks: optional(Type.Array(publishedCheckSchema)),
    logs: optional(
      Type.Array(
        Type.Object(
          { level: optional(text), message: optional(text), timestamp: optional(text) },
          { additionalProperties: true },
        ),
      ),
    ),
    datacontractCliVersion: any,
    filters: any,
  },
  { $id: 'PublishedTestResults', additionalProperties: true },
);
