import { refuse } from '../../domain/errors.ts';
import { takeTurn } from '../../lib/waiting/turns.ts';
import type { BodyStream } from '../exchange.ts';

/** One document of a stream as sent, and the line where it begins, from 1. */
export type SentRecord = { line: number; bytes: Buffer };

/** Maximum size of one document with its comments and blank lines, and thus of the memory for one stream. */
const maxRecordBytes = 32 * 1024 * 1024;

/**
 * Splits a stream into its documents; documents that arrive together are yielded together. Empty ones are
 * skipped.
 */
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
    // A chunk of 64 kB can hold 65,536 lines, and all chunks of the body may already be buffered.
    await takeTurn();
    const records: SentRecord[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      records.push(take(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxRecordBytes) refuseLength(line);
    if (records.length > 0) yield records;
  }
  if (length > 0) yield [take(Buffer.alloc(0))];
}

/** Lines that begin and end a document; YAML allows no such line inside of a document. */
const beginning = /^---(?=\s|$)/;
const ending = /^\.\.\.(?=\s|$)/;
const withoutContent = /^\s*(#|$)/;

/** The first bytes of a line are enough to classify it; a longer line always has content. */
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

/** Classifies a line: whether it ends the current document, belongs to a document, and has content. */
function sortOf(
  { bytes }: SentRecord,
  isBehindContent: boolean,
): { ends: boolean; isKept: boolean; hasContent: boolean } {
  const start = bytes.toString('latin1', 0, looksAt);
  const begins = beginning.test(start);
  const isEnding = ending.test(start);
  const isLong = bytes.length >= looksAt;
  const hasContent = isLong || !withoutContent.test(begins ? start.slice(3) : start);
  // Directives have no meaning for these documents, and a lone `---` is not part of the text.
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
  if (document.length > maxRecordBytes) refuseLength(document.line);
  return document;
}

/** The document, unless it is empty. */
function toRecord(document: YamlDocument | undefined): SentRecord[] {
  if (!document?.hasContent) return [];
  const bytes = Buffer.concat(document.lines.flatMap((line) => [line, Buffer.from('\n')]));
  return [{ line: document.line, bytes }];
}

function refuseLength(line: number): never {
  return refuse(
    'payload_too_large',
    `The document in line ${line} takes more than ${maxRecordBytes} bytes (32 MB).`,
  );
}
