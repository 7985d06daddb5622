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
];

const redact = {
  paths: [...secrets, ...secrets.map((name) => `*.${name}`), '*.headers["x-api-key"]'],
  censor: '[redacted]',
};

/** Lines wait at most this long for others before they are written together. */
const flushEveryMs = 250;

/** A JSON logger for one process; `name` tells the processes of one machine apart. */
export function createLog(name: string, level: string): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  setInterval(() => destination.flush(), flushEveryMs).unref();
  return pino(
    {
      name,
      level,
      redact,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}

/** The same log without the search for secrets, for lines whose every member is known to be none. */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** True at most once per `intervalMs` for a key: one line of a storm says as much as a thousand (M15). */
export function createThrottle(intervalMs: number): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const now = Date.now();
    if (now - (last.get(key) ?? -Infinity) < intervalMs) return false;
    last.set(key, now);
    return true;
  };
}
