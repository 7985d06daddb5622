import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

import { isTarError, readTar } from '../../lib/tar/read-tar.ts';
import { messageOf, problem } from '../problem.ts';
import { endName, headName, notOurs, parseHead, storageKeyOfPart, tableOfPart } from './format.ts';
import type { End, Head } from './format.ts';
import { inBytes } from './progress.ts';
import type { Progress } from './progress.ts';

/** A part of a backup; its content is read before the next part is asked for. */
export type BackupPart =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: string; content: AsyncGenerator<Uint8Array> }
  | { kind: 'attachment'; storageKey: string; content: AsyncGenerator<Uint8Array> }
  | { kind: 'end'; end: End };

/** Reads a whole backup and checks it, without writing anything; returns its first and its last part. */
export async function checkBackup(
  file: string,
  progress: Progress,
): Promise<{ head: Head; end: End }> {
  let [head, end, bytes]: [Head | undefined, End | undefined, number] = [undefined, undefined, 0];
  for await (const part of readBackup(file)) {
    if (part.kind === 'head') ({ head } = part);
    else if (part.kind === 'end') ({ end } = part);
    else {
      for await (const chunk of part.content) bytes += chunk.length;
      progress(() => `checking the file: ${inBytes(bytes)} …`);
    }
  }
  if (!head || !end) throw cut(file);
  return { head, end };
}

/**
 * The parts of a backup in their order, head first and end last. Throws if the file is no backup, has another format, is incomplete
 * or is damaged: damage is certain to be noticed only at the end.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  let [isFirst, isWhole] = [true, false];
  try {
    for await (const { name, size, content } of readTar(uncompressed(file))) {
      if (isFirst !== (name === headName)) throw notOurs(file);
      isFirst = false;
      if (isWhole) throw damaged(file);
      if (name === endName) {
        yield await describeEnd(file, hash, content);
        isWhole = true;
        continue;
      }
      hash.update(`${name} ${size}\n`);
      const hashed = hashing(file, content, hash);
      yield await describe(file, name, hashed);
      // Hashes what the caller has not read.
      for await (const _ of hashed);
    }
  } catch (error) {
    throw isFirst && isTarError(error) ? notOurs(file) : explain(file, error);
  }
  if (!isWhole) throw cut(file);
}

async function describeEnd(
  file: string,
  hash: Hash,
  content: AsyncIterable<Uint8Array>,
): Promise<BackupPart> {
  const end = JSON.parse(await text(content)) as End;
  if (hash.digest('hex') !== end.sha256) throw damaged(file);
  return { kind: 'end', end };
}

async function describe(
  file: string,
  name: string,
  content: AsyncGenerator<Uint8Array>,
): Promise<BackupPart> {
  if (name === headName) return { kind: 'head', head: parseHead(file, await text(content)) };
  const table = tableOfPart(name);
  if (table !== undefined) return { kind: 'table', table, content };
  const storageKey = storageKeyOfPart(name);
  if (storageKey !== undefined) return { kind: 'attachment', storageKey, content };
  throw notOurs(file);
}

async function* hashing(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw explain(file, error);
  }
}

function uncompressed(file: string): AsyncIterable<Uint8Array> {
  // The error of a stream reaches the reader of the last one.
  return pipeline(fs.createReadStream(file), createGunzip(), () => undefined);
}

function explain(file: string, error: unknown): unknown {
  const { code = '', syscall } = Object(error) as { code?: unknown; syscall?: string };
  if (code === 'Z_BUF_ERROR') return cut(file);
  const isNoGzip = messageOf(error) === 'incorrect header check';
  if (isNoGzip) return notOurs(file);
  if (String(code).startsWith('Z_') || isTarError(error)) return damaged(file);
  if (syscall === undefined) return error;
  return problem(`${file} cannot be read: ${messageOf(error)}.`);
}

function cut(file: string): Error {
  return problem(
    `${file} is incomplete: its end is missing. Copy it again, or use another backup.`,
  );
}

function damaged(file: string): Error {
  return problem(
    `${file} is damaged: its content does not have the checksum that was written. Copy it again, or use another backup.`,
  );
}
