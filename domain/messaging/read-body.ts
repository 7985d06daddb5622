import { refuse } from '../errors.ts';
import type { SentText } from '../documents/parse-document.ts';
import { inspectJson, isLargerThan, isObject } from '../../lib/json/json.ts';
import { maxFields, readForm, refuseName } from './read-form.ts';
import { readParts } from './read-parts.ts';

/** Maximum nesting, the same as for documents of the catalog. */
const maxDepth = 64;

/** Members that are lists: in forms `reactions=[]` says that one is empty, as entries without text do. */
const lists = new Set(['reactions', 'attachments', 'contacts']);

type Pair = readonly [name: string, value: string];

/**
 * Reads the object of a body: a form in bracket notation, whose values are texts, or JSON. Refuses with
 * `malformed_body` bodies that are neither, that nest too deep or have too many values, or that contain text
 * that cannot be stored.
 */
export async function readMessagingText(
  { text, format }: SentText,
  contentType: string,
): Promise<{ [name: string]: unknown }> {
  if (format === 'x-www-form-urlencoded') return readFieldsOf(readUrlEncoded(text));
  if (format === 'form-data') return readFieldsOf(await readMultipart(text, contentType));
  return checked(readJson(text));
}

/** Like `readMessagingText` for the fields of a form. */
export function readFieldsOf(pairs: Iterable<Pair>): { [name: string]: unknown } {
  const form = readForm(pairs);
  for (const name of lists) if (form[name] !== undefined) form[name] = readList(form[name]);
  const { attachments } = form;
  if (Array.isArray(attachments)) form['attachments'] = attachments.map(withoutEmptyMembers);
  return checked(form);
}

function readList(value: unknown): unknown {
  return value === '[]' || value === '' ? [] : withoutEmpty(value);
}

/** Forms express an empty list as one entry with empty text. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== '').map(withoutEmpty);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)]);
  return Object.fromEntries(members);
}

/**
 * Browsers send empty fields too. Fields beside an id repeat an earlier answer, in which null became empty
 * text.
 */
function withoutEmptyMembers(attachment: unknown): unknown {
  if (!isObject(attachment) || attachment['id']) return attachment;
  return Object.fromEntries(Object.entries(attachment).filter(([, member]) => member !== ''));
}

/** A `%` without two hexadecimal digits is literal, as in browsers; bytes that are not UTF-8 are refused. */
function* readUrlEncoded(text: string): Generator<Pair> {
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('&', at);
    const end = next === -1 ? text.length : next;
    if (end > at) {
      const field = text.slice(at, end);
      const equals = field.indexOf('=');
      const name = equals === -1 ? field : field.slice(0, equals);
      yield [decode(name), equals === -1 ? '' : decode(field.slice(equals + 1))];
    }
    at = end + 1;
  }
}

function decode(text: string): string {
  const bytes = text.replaceAll('+', ' ').replaceAll(/%(?![\da-f]{2})/gi, '%25');
  try {
    return decodeURIComponent(bytes);
  } catch {
    return refuse('malformed_body', 'The body is not valid UTF-8.');
  }
}

async function readMultipart(text: string, contentType: string): Promise<Pair[]> {
  const pairs: Pair[] = [];
  let count = 0;
  await readParts(piecesOf(Buffer.from(text)), contentType, ({ name, filename, read }) => {
    count += 1;
    if (count > maxFields) refuse('malformed_body', `A form has at most ${maxFields} fields.`);
    if (filename !== undefined) {
      const advice = 'Files go to POST /v1/attachments; send the id that it answers.';
      refuse('malformed_body', advice);
    }
    if (name === undefined) return refuse('malformed_body', 'A part of the form has no name.');
    const bytes: Buffer[] = [];
    read(
      (piece) => bytes.push(piece),
      () => pairs.push([name, Buffer.concat(bytes).toString()]),
    );
  });
  return pairs;
}

/** In pieces as they come over a network: the parser keeps all parts of a piece in memory. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const pieceBytes = 64 * 1024;
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

function readJson(text: string): { [name: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse('malformed_body', `The body is no valid JSON: ${(error as Error).message}.`);
  }
  if (!isObject(value)) return refuse('malformed_body', 'The body must be a JSON object.');
  if (isLargerThan(value, maxFields)) {
    refuse('malformed_body', `A body has at most ${maxFields} members and items.`);
  }
  return value;
}

function checked(value: { [name: string]: unknown }): { [name: string]: unknown } {
  const { tooDeep, unstorableAt } = inspectJson(value, maxDepth);
  if (tooDeep) refuse('malformed_body', `The body is nested deeper than ${maxDepth} levels.`);
  if (unstorableAt !== undefined) {
    refuse('malformed_body', `${unstorableAt} holds a NUL or half a character.`);
  }
  assertNames(value);
  for (const name of ['constructor', 'prototype']) if (Object.hasOwn(value, name)) refuseName(name);
  return value;
}

function assertNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) refuseName('__proto__');
  for (const member of Object.values(value)) assertNames(member);
}
