import { refuse } from '../domain/errors.ts';
import type { BodyStream } from './route.ts';

/** One document of a stream as it was sent, and the line where it begins, from 1. */
export type SentRecord = { line: number; bytes: Buffer };

/** What one document may take with everything around it; so much memory a stream needs at most for one. */
const longestRecord = 32 * 1024 * 1024;

/** The documents of a stream, as they come; what arrives together is given together. Empty ones are left out. */
export function splitRecords({ format, chunks }: BodyStream): AsyncGenerator<SentRecord[]> {
  const lines = splitLines(chunks);
  return format === 'yaml' ? joinYaml(lines) : withContent(lines);
}

async function* withContent(lines: AsyncIterable<SentRecord[]>): AsyncGenerator<SentRecord[]> {
  for await (const some of lines) {
    const records = some.filter(({ bytes }) => bytes.some((byte) => !blank.has(byte)));
    if (records.length > 0) yield records;
  }
}

/** Space, tab, carriage return. */
const blank = new Set([0x20, 0x09, 0x0d]);
const lineFeed = 0x0a;
const byteOrderMark = Buffer.from('\uFEFF');

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<SentRecord[]> {
  let begun: Buffer[] = [];
  let length = 0;
  let line = 1;
  const take = (end: Buffer): SentRecord => {
    const whole = begun.length === 0 ? end : Buffer.concat([...begun, end]);
    const hasMark = line === 1 && whole.subarray(0, 3).equals(byteOrderMark);
    begun = [];
    length = 0;
    return { line: line++, bytes: hasMark ? whole.subarray(3) : whole };
  };
  for await (const chunk of chunks) {
    const records: SentRecord[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      records.push(take(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longestRecord) refuseLength(line);
    if (records.length > 0) yield records;
  }
  if (length > 0) yield [take(Buffer.alloc(0))];
}

/** Lines that begin and end a document; at its beginning, no line of a document may look like them. */
const beginning = /^---(?=\s|$)/;
const ending = /^\.\.\.(?=\s|$)/;
const withoutContent = /^\s*(#|$)/;

/** So much of a line tells what it is; a longer one holds something. */
const looksAt = 256;

type YamlDocument = { line: number; lines: Buffer[]; length: number; hasContent: boolean };

async function* joinYaml(some: AsyncIterable<SentRecord[]>): AsyncGenerator<SentRecord[]> {
  let current: YamlDocument | undefined;
  for await (const lines of some) {
    const records: SentRecord[] = [];
    for (const line of lines) {
      const sort = sortOf(line, current?.hasContent ?? false);
      if (sort.ends) {
        records.push(...toRecord(current));
        current = undefined;
      }
      if (sort.isKept) current = withLine(current, line, sort.hasContent);
    }
    if (records.length > 0) yield records;
  }
  const last = toRecord(current);
  if (last.length > 0) yield last;
}

/** What a line is to the document that stands before it: its end, and part of a document itself. */
function sortOf(
  { bytes }: SentRecord,
  isBehindContent: boolean,
): { ends: boolean; isKept: boolean; hasContent: boolean } {
  const start = bytes.toString('latin1', 0, looksAt);
  const begins = beginning.test(start);
  const isEnding = ending.test(start);
  const isLong = bytes.length >= looksAt;
  const hasContent = isLong || !withoutContent.test(begins ? start.slice(3) : start);
  // Directives say nothing that a document here could need, and a mark alone is not part of its text.
  const isDirective = start.startsWith('%') && !isBehindContent;
  const isMark = begins && !hasContent;
  return { ends: begins || isEnding, isKept: !isEnding && !isDirective && !isMark, hasContent };
}

function withLine(
  current: YamlDocument | undefined,
  { line, bytes }: SentRecord,
  hasContent: boolean,
): YamlDocument {
  const document = current ?? { line, lines: [], length: 0, hasContent: false };
  document.lines.push(bytes);
  document.length += bytes.length + 1;
  document.hasContent ||= hasContent;
  if (document.length > longestRecord) refuseLength(document.line);
  return document;
}

/** The document when it holds anything. */
function toRecord(document: YamlDocument | undefined): SentRecord[] {
  if (!document?.hasContent) return [];
  const bytes = Buffer.concat(document.lines.flatMap((line) => [line, Buffer.from('\n')]));
  return [{ line: document.line, bytes }];
}

function refuseLength(line: number): never {
  return refuse(
    'payload_too_large',
    `The document in line ${line} takes more than ${longestRecord} bytes (32 MB).`,
  );
}
