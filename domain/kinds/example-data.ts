import { Type } from '@sinclair/typebox';
import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { refuse } from '../errors.ts';
import type { Violation } from '../errors.ts';
import { textOf } from '../standards/json-value.ts';
import type { DocumentKind, DocumentReference } from './kind.ts';
import { auditedAs, headOf, optionalText, plainKind, requiredText, ruledBy } from './resource.ts';

/** Maximum size of `data`, in bytes of compact UTF-8 JSON. */
const maxDataBytes = 1_048_576;

const exampleDataSchema = Type.Object(
  {
    id: Type.String({ description: 'Chosen by the caller; equals the path id' }),
    dataProductId: requiredText('Id of an existing data product'),
    outputPortId: optionalText('Id or name of one of its output ports'),
    dataContractId: optionalText(),
    schemaName: optionalText('Label, when a port has several schemas'),
    data: Type.Unknown({ description: 'An array of objects (rows), or one object; at most 1 MB' }),
  },
  { $id: 'ExampleData', additionalProperties: true },
);

const rules = ruledBy(exampleDataSchema);

export const exampleData: DocumentKind = {
  ...plainKind,
  ...rules,
  name: 'example-data',
  collection: 'example-data',
  title: 'example data entry',
  events: auditedAs('ExampleData'),
  validate,
  belongsTo: { role: 'example-of', kind: 'data-product', member: 'dataProductId' },
  listFilters: {
    dataProductId: {
      by: 'reference',
      role: 'example-of',
      kind: 'data-product',
      description: 'Entries of this data product',
    },
    outputPortId: {
      by: 'reference',
      role: 'example-port',
      kind: 'output-port',
      description: 'Entries of an output port with this id',
    },
    dataContractId: {
      by: 'reference',
      role: 'example-contract',
      kind: 'data-contract',
      description: 'Entries of this data contract',
    },
  },
  extract: (document) => ({
    ...headOf(document, [document.schemaName, document.id]),
    references: [
      ...named('example-of', 'data-product', document.dataProductId),
      ...named('example-port', 'output-port', document.outputPortId),
      ...named('example-contract', 'data-contract', document.dataContractId),
    ],
  }),
};

function named(role: DocumentReference['role'], kind: string, id: unknown): DocumentReference[] {
  const text = textOf(id);
  return text === undefined ? [] : [{ role, kind, id: text }];
}

/** Refuses data that is too large with `payload_too_large`; other problems are violations. */
function validate(document: JsonObject): Violation[] {
  const violations = rules.validate(document);
  if (violations.length > 0) return violations;
  if (!isData(document.data)) {
    return [{ field: 'data', message: 'must be an array of objects, or one object' }];
  }
  const size = Buffer.byteLength(JSON.stringify(document.data));
  if (size > maxDataBytes) {
    refuse(
      'payload_too_large',
      `'data' is ${size} bytes as compact JSON; ${maxDataBytes} (1 MB) are allowed.`,
    );
  }
  return [];
}

function isData(data: unknown): boolean {
  return Array.isArray(data) ? data.every(isObject) : isObject(data);
}
