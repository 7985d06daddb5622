import { checkDocumentId } from '../validation/document-ids.ts';
import { refuse } from '../errors.ts';
import { documentKinds } from '../kinds/index.ts';
import type { DocumentKind } from '../kinds/kind.ts';
import { canonicalJson, inspectJson, isObject } from '../../lib/json/json.ts';
import { memberText } from '../../lib/json/text.ts';
import { maxDocumentBytes, parseDocument, parseJson, yamlToJson } from './parse-document.ts';
import type { ParsedDocument, SentText } from './parse-document.ts';
import { contentOf } from './read-document.ts';
import type { DocumentAddress, DocumentContent } from './read-document.ts';

/** Resource and id of an import record, if they could be read, with its document or its error. */
export type ReadRecord = { resource?: string; id?: string } & (
  | { kind: string; content: DocumentContent; error?: undefined }
  | { error: unknown }
);

/** Texts of a document: `json` or the text it is derived from, `yaml`, or both. */
type Texts = { json?: string | undefined; yaml?: string | undefined };

const envelopeMembers = ['resource', 'id', 'document', 'json', 'yaml'];

/** Documents of the standards identify themselves and need no envelope. */
const standardKinds: Readonly<Record<string, string>> = {
  DataContract: 'datacontracts',
  DataProduct: 'dataproducts',
};

/** Values that all records of an import share. */
export type ImportFacts = Pick<DocumentAddress, 'now' | 'deprecatedFormatsUntil'>;

/** Reads one record of an import, `{resource, id, document}` or a bare document of a standard; never throws. */
export function readRecord({ text, format }: SentText, facts: ImportFacts): ReadRecord {
  const named: { resource?: string; id?: string } = {};
  try {
    const json = format === 'yaml' ? yamlToJson(text) : text;
    const record = parseJson(json);
    if (!isObject(record)) return refuse('invalid_body', 'The document must be an object.');
    const resource = record.resource ?? resourceOf(record);
    if (typeof resource === 'string') named.resource = resource;
    if (typeof record.id === 'string') named.id = record.id;
    const kind = kindOf(resource);
    const id = checkDocumentId(idOf(record.id), kind);
    named.id = id;
    const texts = textsOf(record, json, format === 'yaml' ? text : undefined);
    const parsed = parseTexts(texts, id, kind);
    return {
      ...named,
      kind: kind.name,
      content: contentOf(parsed, { ...facts, kind: kind.name, id }),
    };
  } catch (error) {
    return { ...named, error };
  }
}

/** Standards identify themselves by `kind`, their deprecated predecessors by another member. */
function resourceOf(record: Record<string, unknown>): string | undefined {
  if ('dataContractSpecification' in record) return 'datacontracts';
  if ('dataProductSpecification' in record) return 'dataproducts';
  return standardKinds[String(record.kind)];
}

function kindOf(resource: unknown): DocumentKind {
  const kind = documentKinds.find(({ collection }) => collection === resource);
  if (kind) return kind;
  const known = documentKinds.map(({ collection }) => collection).join(', ');
  return refuse('invalid_body', `'resource' must be one of ${known}.`);
}

/** Excludes ids with half a surrogate pair or a NUL, which no answer can contain. */
function idOf(id: unknown): string {
  return typeof id === 'string' ? id : refuse('invalid_id', "'id' must be a text.");
}

function textsOf(record: Record<string, unknown>, json: string, source: string | undefined): Texts {
  // A document of a YAML stream keeps its text; its JSON would be equivalent.
  if (!('resource' in record)) return source ? { yaml: source } : { json };
  const unknown = Object.keys(record).find((name) => !envelopeMembers.includes(name));
  if (unknown !== undefined) {
    refuse('invalid_body', `'${unknown}' is no member of ${envelopeMembers.join(', ')}.`);
  }
  const document = memberText(json, 'document');
  const [exact, yaml] = [textOf(record, 'json'), textOf(record, 'yaml')];
  if (document === undefined && yaml === undefined && exact === undefined) {
    refuse('invalid_body', "The member 'document' is missing.");
  }
  if (exact !== undefined && document !== undefined) assertEqual('json', exact, document);
  return { json: exact ?? document, yaml };
}

function textOf(record: Record<string, unknown>, name: string): string | undefined {
  const text = record[name] ?? undefined;
  if (text === undefined || typeof text === 'string') return text;
  return refuse('invalid_body', `'${name}' must be a text.`);
}

function parseTexts({ json, yaml }: Texts, id: string, kind: DocumentKind): ParsedDocument {
  for (const text of [json, yaml]) {
    if (text === undefined || Buffer.byteLength(text) <= maxDocumentBytes) continue;
    refuse('payload_too_large', `The document is larger than ${maxDocumentBytes} bytes (5 MB).`);
  }
  if (yaml === undefined) return parseDocument({ text: json ?? '', format: 'json' }, id, kind);
  const fromYaml = parseDocument({ text: yaml, format: 'yaml' }, id, kind);
  if (json === undefined) return fromYaml;
  const fromJson = parseDocument({ text: json, format: 'json' }, id, kind);
  assertEqual('yaml', fromYaml.body, fromJson.body);
  return { ...fromJson, source: fromYaml.source };
}

/** Refuses a record whose two texts differ in content. */
function assertEqual(name: string, text: string, document: string): void {
  const [one, other] = [parseJson(text), parseJson(document)];
  // Documents may nest at most 64 levels, so deeper values are refused without a comparison.
  const isDeep = [one, other].some((value) => inspectJson(value, 64).tooDeep);
  if (!isDeep && canonicalJson(one) === canonicalJson(other)) return;
  refuse('invalid_body', `'${name}' does not hold the same document as 'document'.`);
}
