import { writeSync } from 'node:fs';
import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** Members that never reach a log line, wherever they stand. */
const secrets = [
  'apiKey',
  'password',
  'secret',
  'secretKey',
  'token',
  'authorization',
  'credentials',
  'databaseUrl',
  'redisUrl',
  'smtpUrl',
  'generationToken',
];

const redact = {
  paths: [
    ...secrets,
    ...secrets.map((name) => `*.${name}`),
    '*.headers["x-api-key"]',
    '*.headers.cookie',
  ],
  censor: '[redacted]',
};

/** Lines wait at most this long for others before they are written together. */
const flushEveryMs = 250;
const flushAboveCharacters = 16 * 1024;
/** What a slow reader has not taken yet is kept up to this size. */
const keepBytes = 1024 * 1024;

/**
 * Standard output for log lines. pino's own destination cannot be used behind a pipe: when the reader dies, its
 * flush at the exit tries for ever, and the process never ends. Here lines that nobody can read are dropped.
 */
function createDestination(file: number): { write: (line: string) => void } {
  let waiting = '';
  let unread = Buffer.alloc(0);
  const flush = (): void => {
    const bytes = Buffer.concat([unread, Buffer.from(waiting)]);
    waiting = '';
    unread = Buffer.alloc(0);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(file, bytes, written);
    } catch (error) {
      // A full pipe is read on soon; everything else means that nobody reads any more.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN')
        unread = withinLimit(bytes.subarray(written));
    }
  };
  setInterval(flush, flushEveryMs).unref();
  process.on('exit', flush);
  return {
    write: (line) => {
      waiting += line;
      if (waiting.length > flushAboveCharacters) flush();
    },
  };
}

/** Drops the oldest whole lines; the first stays, as a part of it may be written already. */
function withinLimit(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.length <= keepBytes) return bytes;
  const first = bytes.subarray(0, bytes.indexOf('\n') + 1);
  const newest = bytes.subarray(bytes.indexOf('\n', bytes.length - keepBytes) + 1);
  return Buffer.concat([first, newest]);
}

/** A JSON logger for one process; `name` tells the processes of one machine apart. */
export function createLog(name: string, level: string): Logger {
  const options = {
    name,
    level,
    redact,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, createDestination(1));
}

/** The same log without the search for secrets, for lines whose every member is known to be none. */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

const mostRemembered = 10_000;

/** True at most once per `intervalMs` for a key: one line of a storm says as much as a thousand (M15). */
export function createThrottle(intervalMs: number): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const now = Date.now();
    if (now - (last.get(key) ?? -Infinity) < intervalMs) return false;
    // Keys come and go: what is forgotten is let through once more.
    if (last.size >= mostRemembered) last.clear();
    last.set(key, now);
    return true;
  };
}
