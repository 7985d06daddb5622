import { MIMEType } from 'node:util';
import { isShort, runHere, runTask } from '../../commands/tasks/run-task.ts';
import { refuse } from '../../domain/errors.ts';
import type { ApiRequest, RawBody } from '../exchange.ts';

export { readFieldsOf } from '../../domain/messaging/read-body.ts';

/** Parses the body of a request as an object, long bodies in another process; refuses like `readMessagingText`. */
export async function readMessagingBody({
  body,
  header,
}: Pick<ApiRequest<never, never>, 'body' | 'header'>): Promise<{ [name: string]: unknown }> {
  const { text, format } = body;
  if (format === 'none') return {};
  const read = isShort({ text, format: 'json' }) ? runHere : runTask;
  return read('readMessagingText', { text, format }, header('content-type') ?? '');
}

/** The text of a body for comparison with a repetition, without the boundary that clients invent for each request. */
export function comparableText({ text, format }: RawBody, contentType: string): string {
  const boundary = format === 'form-data' ? readBoundary(contentType) : undefined;
  if (!boundary) return text;
  // A valid text contains no NUL, so no other body gives this text.
  return `\r\n${text}`.replaceAll(`\r\n--${boundary}`, '\r\n\0--');
}

function readBoundary(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get('boundary') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Reads a flag: a boolean of JSON; forms also send `true`, `1`, `false`, `0`. Refuses other values. */
export function readFlag(value: unknown, name: string): boolean {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  return refuse('invalid_body', `${name} must be true or false.`);
}

/** The latest time that JavaScript can represent, in seconds. */
const latest = 8_640_000_000_000;

/** Reads a time in seconds since 1970; null and an empty text are null. Refuses other values. */
export function readTimestamp(value: unknown, name: string): Date | null {
  if (value === null || value === '') return null;
  const seconds = secondsOf(value);
  if (seconds !== undefined) return new Date(seconds * 1000);
  return refuse('invalid_body', `${name} must be whole seconds since 1970, or null.`);
}

/** Reads a time in seconds since 1970. Refuses null and other values. */
export function readSeconds(value: unknown, name: string): number {
  return secondsOf(value) ?? refuse('invalid_body', `${name} must be whole seconds since 1970.`);
}

function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,13}$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return undefined;
  return seconds >= 0 && seconds <= latest ? seconds : undefined;
}
