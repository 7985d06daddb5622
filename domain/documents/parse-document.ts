import { hash } from 'node:crypto';
import {
  canonicalJson,
  countWrittenMembers,
  inspectJson,
  isLargerThan,
  isObject,
} from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { withMember, withoutMembers } from '../../lib/json/text.ts';
import { parseYaml } from '../../lib/yaml/yaml.ts';
import type { YamlProblem } from '../../lib/yaml/yaml.ts';
import { refuse } from '../errors.ts';
import type { DocumentKind } from '../kinds/kind.ts';
import { spliceYaml } from './splice-texts.ts';

const maxDepth = 64;

/** Maximum size of a document. */
export const maxDocumentBytes = 5 * 1024 * 1024;

/** A text of untrusted JSON or YAML. */
export type SentText = { text: string; format: string };

/** A parsed document with the texts that are stored; `rewritten` when they are not what was sent. */
export type ParsedDocument = {
  document: JsonObject;
  body: string;
  source: string | undefined;
  rewritten: boolean;
};

/** Properties of a kind that affect the stored text. */
export type DocumentForm = Pick<
  DocumentKind,
  'idMember' | 'canonicalId' | 'serverMembers' | 'canonicalMembers' | 'defaults'
>;

/**
 * Parses a document and sets the id from its path. The texts are stored byte for byte, except that a missing id
 * is filled in, the last of duplicate JSON members wins, and members set by the server are removed. Refuses
 * text that is not a JSON or YAML object, is nested too deep, or contains characters that cannot be stored.
 */
export function parseDocument(sent: SentText, id: string, form: DocumentForm = {}): ParsedDocument {
  return withId(sent, parseObject(sent), { id, form });
}

/** Like `parseDocument` for a parsed text. */
export function withId(
  sent: SentText,
  { json, document, hasDuplicates }: ParsedObject,
  { id, form }: { id: string; form: DocumentForm },
): ParsedDocument {
  const changes = changesOf(document, id, form);
  const rewritten = changes !== undefined || hasDuplicates;
  const complete = changes ? changed(document, changes) : document;
  const source = rewritten ? () => spliceYaml(sent.text, complete) : () => sent.text;
  return {
    document: complete,
    body: hasDuplicates ? JSON.stringify(complete) : changes ? changedText(json, changes) : json,
    source: sent.format === 'yaml' ? source() : undefined,
    rewritten,
  };
}

export type ParsedObject = { json: string; document: JsonObject; hasDuplicates: boolean };

/** Parses a body that must be an object; refuses like `parseDocument`. `json` is its text as JSON. */
export function parseObject({ text, format }: SentText): ParsedObject {
  const json = format === 'yaml' ? yamlToJson(text) : text;
  const { document, members } = checkDocument(parseJson(json));
  const hasDuplicates = format === 'json' && countWrittenMembers(json) !== members;
  return { json, document, hasDuplicates };
}

/** Members to remove, and members to set where they are written, else at the end. */
type Changes = { drop: string[]; set: JsonObject };

function changesOf(document: JsonObject, id: string, form: DocumentForm): Changes | undefined {
  const set = {
    ...idToSet(document, id, form),
    ...form.canonicalMembers?.(document),
    ...defaultsToSet(document, form),
  };
  const names = form.serverMembers ?? [];
  const drop = names.filter((name) => Object.hasOwn(document, name) && !Object.hasOwn(set, name));
  return drop.length + Object.keys(set).length === 0 ? undefined : { drop, set };
}

function idToSet(
  document: JsonObject,
  id: string,
  { idMember = 'id', canonicalId }: DocumentForm,
): JsonObject {
  const given = document[idMember] ?? undefined;
  if (given === id) return {};
  assertSameId(canonicalId && typeof given === 'string' ? canonicalId(given) : given, id);
  return { [idMember]: id };
}

function defaultsToSet(document: JsonObject, { defaults = {} }: DocumentForm): JsonObject {
  const missing = Object.entries(defaults).filter(([name]) => (document[name] ?? null) === null);
  return Object.fromEntries(missing);
}

function changed(document: JsonObject, { drop, set }: Changes): JsonObject {
  const kept = Object.entries(document).filter(([name]) => !drop.includes(name));
  return { ...Object.fromEntries(kept), ...set };
}

function changedText(json: string, { drop, set }: Changes): string {
  return Object.entries(set).reduce(
    (text, [name, value]) => withMember(text, name, JSON.stringify(value)),
    withoutMembers(json, drop),
  );
}

function assertSameId(given: unknown, id: string): void {
  if (given === undefined || given === id) return;
  refuse(
    'id_mismatch',
    `The body's id ${JSON.stringify(given)} differs from the id '${id}' in the path.`,
  );
}

function checkDocument(value: unknown): { document: JsonObject; members: number } {
  if (!isObject(value)) return refuse('invalid_body', 'The body must be an object.');
  const { tooDeep, members, unstorableAt } = inspectJson(value, maxDepth);
  if (tooDeep) refuse('invalid_body', `The body is nested deeper than ${maxDepth} levels.`);
  if (unstorableAt) {
    const message =
      'must not contain NUL characters or halves of surrogate pairs, which cannot be stored';
    refuse('invalid_text', `${unstorableAt} ${message}.`, {
      violations: [{ field: unstorableAt, message }],
    });
  }
  return { document: value as JsonObject, members };
}

/** Parses JSON, or refuses with the position of the error. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = /position (\d+)/.exec((error as Error).message)?.[1];
    const at = where === undefined ? ' at its end' : ` at ${lineAndColumn(text, Number(where))}`;
    return refuse('malformed_body', `The body is not valid JSON: parsing failed${at}.`);
  }
}

function lineAndColumn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** JSON text of untrusted YAML; refuses invalid YAML and YAML that breaks a rule. */
export function yamlToJson(text: string): string {
  const answer = parseYaml(text);
  return answer.problem ? refuseYaml(answer.problem) : answer.json;
}

/** YAML that parses but breaks a rule is 422, YAML that does not parse is 400. */
function refuseYaml({ message, breaksRule, line, column }: YamlProblem): never {
  const at = line === undefined ? '' : ` at line ${line}, column ${column}`;
  const extra = line === undefined ? {} : { line, column };
  return refuse(
    breaksRule ? 'invalid_body' : 'malformed_body',
    `The body is not acceptable YAML: ${message}${at}.`,
    { extra },
  );
}

/** Refuses documents with more than `maxValues` members and items on all levels together. */
export function refuseManyValues(document: JsonObject, maxValues: number): void {
  if (!isLargerThan(document, maxValues)) return;
  refuse('invalid_body', `The body of this call may have at most ${maxValues} members and items.`);
}

/**
 * SHA-256 of the canonical JSON: documents of equal content have equal hashes, regardless of formatting and of
 * `unversioned` members.
 */
export function hashDocument(document: JsonObject, unversioned: readonly string[] = []): Buffer {
  const versioned =
    unversioned.length === 0
      ? document
      : Object.fromEntries(
          Object.entries(document).filter(([name]) => !unversioned.includes(name)),
        );
  return hash('sha256', canonicalJson(versioned), 'buffer');
}
