import { MIMEType } from 'node:util';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { refuse, Refusal } from '../domain/errors.ts';
import { inspectJson, isLargerThan, isObject } from '../lib/json.ts';
import { mostFields, readForm, refuseName } from './read-form.ts';
import type { ApiRequest, RawBody } from './route.ts';

/** As deep as documents of the catalog (decisions §1). */
const deepest = 64;

/** Longest name of a field: one of a reaction may be long, and is then refused for it. */
const longestHeaderBytes = 64 * 1024;

/** Members that are lists: in forms `reactions=[]` says that one is empty, as entries without text do. */
const lists = new Set(['reactions', 'attachments', 'contacts']);

type BodyOfRequest = Pick<ApiRequest<never, never>, 'body' | 'header'>;
type Pair = readonly [name: string, value: string];

/**
 * The object that the body of a request describes: a form in bracket notation, whose values are texts, or JSON. Refuses with
 * `malformed_body` what is none, is nested too deep or too much, or holds text that cannot be stored.
 */
export async function readMessagingBody({ body, header }: BodyOfRequest): Promise<{
  [name: string]: unknown;
}> {
  const { text, format } = body;
  if (format === 'none') return {};
  if (format === 'x-www-form-urlencoded') return readFieldsOf(readUrlEncoded(text));
  if (format === 'form-data')
    return readFieldsOf(await readMultipart(text, header('content-type') ?? ''));
  return checked(readJson(text));
}

/** The same of the fields of a form. */
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

/** A form writes a list of nobody with an entry without text. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== '').map(withoutEmpty);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)]);
  return Object.fromEntries(members);
}

/** Browsers send what nobody filled in. Beside an id stands what was answered of it, null as an empty text. */
function withoutEmptyMembers(attachment: unknown): unknown {
  if (!isObject(attachment) || attachment['id']) return attachment;
  return Object.fromEntries(Object.entries(attachment).filter(([, member]) => member !== ''));
}

/** The text of a body as it is compared with a repetition: clients invent a boundary for each request. */
export function comparableText({ text, format }: RawBody, contentType: string): string {
  const boundary = format === 'form-data' ? readBoundary(contentType) : undefined;
  if (!boundary) return text;
  // No valid text holds a NUL, so that nothing else is equal to this.
  return `\r\n${text}`.replaceAll(`\r\n--${boundary}`, '\r\n\0--');
}

function readBoundary(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get('boundary') ?? undefined;
  } catch {
    return undefined;
  }
}

/** A `%` that begins no byte stands for itself, as in browsers; bytes that are no UTF-8 are refused. */
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

function readMultipart(text: string, contentType: string): Promise<Pair[]> {
  return new Promise((resolve, reject) => {
    const pairs: Pair[] = [];
    const parser = createParser(contentType, text.length);
    const refuseWith = (message: string): void => reject(new Refusal('malformed_body', message));
    parser.on('field', (name: string | undefined, value: string) => {
      if (name === undefined) refuseWith('A part of the form has no name.');
      else pairs.push([name, value]);
    });
    parser.on('file', (_name, file) => {
      file.on('error', () => undefined).resume();
      refuseWith('Files go to POST /v1/attachments; send the id that it answers.');
    });
    parser.on('partsLimit', () => refuseWith(`A form has at most ${mostFields} fields.`));
    parser.on('error', () => refuseWith('The body is no complete multipart/form-data.'));
    parser.on('finish', () => resolve(pairs));
    parser.end(Buffer.from(text));
  });
}

function createParser(contentType: string, length: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // A part without headers is read by nobody: one larger than its buffer would stop the parser for good.
      fileHwm: 4 * length + 1,
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: {
        parts: mostFields,
        fieldSize: Number.MAX_SAFE_INTEGER,
        headerPairs: 20,
        headerSize: longestHeaderBytes,
      },
    });
  } catch {
    return refuse('malformed_body', 'The content type multipart/form-data needs a boundary.');
  }
}

function readJson(text: string): { [name: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse('malformed_body', `The body is no valid JSON: ${(error as Error).message}.`);
  }
  if (!isObject(value)) return refuse('malformed_body', 'The body must be a JSON object.');
  if (isLargerThan(value, mostFields)) {
    refuse('malformed_body', `A body has at most ${mostFields} members and items.`);
  }
  return value;
}

function checked(value: { [name: string]: unknown }): { [name: string]: unknown } {
  const { tooDeep, unstorableAt } = inspectJson(value, deepest);
  if (tooDeep) refuse('malformed_body', `The body is nested deeper than ${deepest} levels.`);
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

/** Whether the member is true: of JSON a boolean, of forms also `true`, `1`, `false`, `0`; refuses others. */
export function readFlag(value: unknown, name: string): boolean {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  return refuse('invalid_body', `${name} must be true or false.`);
}

/** The latest time that JavaScript knows, in seconds. */
const latest = 8_640_000_000_000;

/** The time that the member tells in seconds since 1970; null and an empty text are null; refuses others. */
export function readTimestamp(value: unknown, name: string): Date | null {
  if (value === null || value === '') return null;
  const seconds = secondsOf(value);
  if (seconds !== undefined) return new Date(seconds * 1000);
  return refuse('invalid_body', `${name} must be whole seconds since 1970, or null.`);
}

/** The seconds since 1970 that the member tells; refuses others, and null. */
export function readSeconds(value: unknown, name: string): number {
  return secondsOf(value) ?? refuse('invalid_body', `${name} must be whole seconds since 1970.`);
}

function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,13}$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return undefined;
  return seconds >= 0 && seconds <= latest ? seconds : undefined;
}
