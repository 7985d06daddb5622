import { locateInYaml, writeYaml } from '../../lib/yaml/yaml.ts';
import { Refusal } from '../errors.ts';
import { kindNamed } from '../kinds/index.ts';
import { findMatch } from './explain-match.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import {
  compareDocuments,
  endsOfPorts,
  judgeCandidate,
  judgeDefinitions,
  permissionsToEdit,
} from './compare-documents.ts';
import { parseJson, parseObject, refuseManyValues } from './parse-document.ts';
import type { ParsedObject, SentText } from './parse-document.ts';
import { addOwner } from './add-owner.ts';
import { changeMembers } from './change-members.ts';
import { readDocument } from './read-document.ts';
import type { DocumentAddress, DocumentContent } from './read-document.ts';
import { readRecord } from './read-record.ts';
import type { ImportFacts } from './read-record.ts';

export const documentTasks = {
  readDocument,
  readLargeDocument,
  readRecord,
  readLargeRecord,
  readLargeObject,
  addOwner,
  changeMembers,
  compareDocuments,
  judgeCandidate,
  judgeDefinitions,
  permissionsToEdit,
  endsOfPorts,
  assertJson,
  locateInYaml,
  toYaml,
  toReviewable,
  toYamlRecord,
  toForm,
  findMatch,
};

type LargeRecord = { resource?: string; id?: string } & (
  | { kind: string; content: DocumentContent; refusal?: undefined }
  | { refusal: Pick<Refusal, 'code' | 'message' | 'violations' | 'extra'> }
);

/** The content without its parsed document, and without texts that equal the sent ones. */
function readLargeDocument(
  sent: SentText,
  address: DocumentAddress,
): Omit<DocumentContent, 'body' | 'document'> & { body: string | undefined } {
  const { document: _, body, source, ...content } = readDocument(sent, address);
  return {
    ...content,
    body: body === sent.text ? undefined : body,
    source: source === sent.text ? undefined : source,
  };
}

/** Like `readLargeDocument` for a record of an import; a refusal is returned as plain data. */
function readLargeRecord(sent: SentText, facts: ImportFacts): LargeRecord {
  const { error, ...record } = readRecord(sent, facts);
  if ('content' in record) {
    const { document: _, ...content } = record.content;
    return { ...record, content };
  }
  if (!(error instanceof Refusal)) throw error;
  const { code, message, violations, extra } = error;
  return { ...record, refusal: { code, message, violations, extra } };
}

/**
 * Reads a body with few values of any length; refuses bodies with many values, which would take long to copy
 * and to check.
 */
function readLargeObject(sent: SentText, maxValues: number): ParsedObject {
  const parsed = parseObject(sent);
  refuseManyValues(parsed.document, maxValues);
  return parsed;
}

/** Refuses invalid JSON with `malformed_body`. */
function assertJson(text: string): void {
  parseJson(text);
}

/** Converts JSON text to YAML. */
function toYaml(json: string): string {
  return writeYaml(JSON.parse(json));
}

/** Text that people can review line by line: JSON becomes YAML, anything else stays as it is. */
function toReviewable(text: string): string {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return toYaml(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}

/** A record of an export in YAML; a document sent as YAML keeps its text. */
function toYamlRecord(
  resource: string,
  { id, body, source }: { id: string; body: string; source: string | null },
): string {
  const content = source === null ? { document: JSON.parse(body) as unknown } : { yaml: source };
  return `---\n${writeYaml({ resource, id, ...content })}`;
}

/** A document in another form of its kind; unchanged when it already has that form. */
function toForm(kindName: string, format: string, json: string): string {
  const convert = kindNamed(kindName).forms?.[format];
  if (!convert) return json;
  const document = JSON.parse(json) as JsonObject;
  const converted = convert(document);
  return converted === document ? json : JSON.stringify(converted);
}
