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

/** A JSON logger for one process; `name` tells the processes of one machine apart. */
export function createLog(name: string, level: string): Logger {
  return pino(
    {
      name,
      level,
      redact,
      base: { pid: process.pid, process: name },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
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
