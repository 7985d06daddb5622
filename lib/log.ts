import { writeSync } from 'node:fs';
import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** Members that never reach a log line, at any depth. */
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
  'oidcClientSecret',
  'clientSecret',
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

/** Lines wait at most this long so that several are written together. */
const flushEveryMs = 250;
const flushAboveCharacters = 16 * 1024;
/** Lines that a slow reader has not taken yet are kept up to this size. */
const keepBytes = 1024 * 1024;

/**
 * Standard output for log lines. pino's own destination cannot be used behind a pipe: when the reader dies, its flush at exit
 * retries forever, and the process never ends. This one drops lines that cannot be written.
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
      // EAGAIN means that the pipe is full and will be read soon; any other error means that the reader has gone.
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

/** Drops the oldest whole lines; the first line stays, because a part of it may be written already. */
function withinLimit(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.length <= keepBytes) return bytes;
  const first = bytes.subarray(0, bytes.indexOf('\n') + 1);
  const newest = bytes.subarray(bytes.indexOf('\n', bytes.length - keepBytes) + 1);
  return Buffer.concat([first, newest]);
}

/** Creates the JSON logger of a process; `name` distinguishes the processes of one machine. */
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

/** The same log without redaction, for lines whose members are all known to be free of secrets. */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

const maxRemembered = 10_000;

/** Returns true at most once per `intervalMs` for a key, so that a repeated error fills no log. */
export function createThrottle(intervalMs: number): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const now = performance.now();
    if (now - (last.get(key) ?? -Infinity) < intervalMs) return false;
    // Clearing the map lets each key through once more, and bounds the memory.
    if (last.size >= maxRemembered) last.clear();
    last.set(key, now);
    return true;
  };
}
