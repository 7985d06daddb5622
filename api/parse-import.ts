import { isUtf8 } from 'node:buffer';
import { checkDocumentId } from '../domain/document-ids.ts';
import { refuse } from '../domain/errors.ts';
import { documentKinds } from '../domain/kinds/index.ts';
import type { DocumentKind } from '../domain/kinds/kind.ts';
import { canonicalJson, inspectJson, isObject } from '../lib/json.ts';
import { memberText } from '../lib/json-text.ts';
import { parseDocument, parseJson, yamlToJson } from './parse-document.ts';
import type { ParsedDocument } from './parse-document.ts';
import { defaultLimitBytes } from './read-body.ts';
import type { BodyStream } from './route.ts';
import type { SentRecord } from './split-records.ts';

/** What one record of an import names, as far as it could be read, and its document, or what is wrong with it. */
export type ImportEntry = { line: number; resource?: string; id?: string } & (
  { kind: DocumentKind; document: ParsedDocument } | { error: unknown }
);

/** Texts of a document: `json` or what it is derived from, `yaml`, or both. */
type Texts = { json?: string | undefined; yaml?: string | undefined };

const envelopeMembers = ['resource', 'id', 'document', 'json', 'yaml'];

/** Documents of the standards say themselves what they are and need no envelope. */
const standardKinds: Readonly<Record<string, string>> = {
  DataContract: 'datacontracts',
  DataProduct: 'dataproducts',
};

/** Reads one record of an import, `{resource, id, document}` or a bare document of a standard; never throws. */
export async function parseImport(
  { line, bytes }: SentRecord,
  format: BodyStream['format'],
): Promise<ImportEntry> {
  const named: { resource?: string; id?: string } = {};
  try {
    if (!isUtf8(bytes)) refuse('malformed_body', 'The document is not valid UTF-8.');
    const text = bytes.toString('utf8');
    const json = format === 'yaml' ? await yamlToJson(text) : text;
    const record = parseJson(json);
    if (!isObject(record)) return refuse('invalid_body', 'The document must be an object.');
    const resource = record.resource ?? resourceOf(record);
    if (typeof resource === 'string') named.resource = resource;
    if (typeof record.id === 'string') named.id = record.id;
    const kind = kindOf(resource);
    const id = checkDocumentId(idOf(record.id), kind);
    named.id = id;
    const texts = textsOf(record, json, format === 'yaml' ? text : undefined);
    return { line, ...named, kind, document: await parseTexts(texts, id, kind) };
  } catch (error) {
    return { line, ...named, error };
  }
}

/** Standards name themselves in `kind`, their deprecated predecessors in a member of their own. */
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

/** Half a surrogate pair or a NUL would not come through the answer either. */
function idOf(id: unknown): string {
  return typeof id === 'string' ? id : refuse('invalid_id', "'id' must be a text.");
}

function textsOf(record: Record<string, unknown>, json: string, source: string | undefined): Texts {
  // A document of a YAML stream as it is: its JSON would say the same.
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

async function parseTexts(
  { json, yaml }: Texts,
  id: string,
  kind: DocumentKind,
): Promise<ParsedDocument> {
  for (const text of [json, yaml]) {
    if (text === undefined || Buffer.byteLength(text) <= defaultLimitBytes) continue;
    refuse('payload_too_large', `The document is larger than ${defaultLimitBytes} bytes (5 MB).`);
  }
  if (yaml === undefined) return parseDocument({ text: json ?? '', format: 'json' }, id, kind);
  const fromYaml = await parseDocument({ text: yaml, format: 'yaml' }, id, kind);
  if (json === undefined) return fromYaml;
  const fromJson = await parseDocument({ text: json, format: 'json' }, id, kind);
  assertEqual('yaml', fromYaml.body, fromJson.body);
  return { ...fromJson, source: fromYaml.source };
}

/** Two texts of one document must not say different things. */
function assertEqual(name: string, text: string, document: string): void {
  const [one, other] = [parseJson(text), parseJson(document)];
  // What nests deeper than any document may is refused where it is read.
  const isDeep = [one, other].some((value) => inspectJson(value, 64).tooDeep);
  if (!isDeep && canonicalJson(one) === canonicalJson(other)) return;
  refuse('invalid_body', `'${name}' does not hold the same document as 'document'.`);
}
