import { createThrottle } from '../../lib/log.ts';
import type { LogFile } from './log-file.ts';

/** Reads the output of a process in chunks of any size. */
export type OutputReader = {
  take: (chunk: string) => void;
  /** The printed line that best explains why the process ended, if any. */
  lastWords: () => string | undefined;
};

const oneASecond = 1000;
const keptLines = 30;

/**
 * Writes all output to the log file and shows errors on the terminal, one line each and at most one a second, so that a repeated
 * error does not flood the terminal.
 */
export function readOutput(name: string, log: LogFile, show: (line: string) => void): OutputReader {
  const mayShow = createThrottle(oneASecond);
  const recent: string[] = [];
  let rest = '';
  return {
    take: (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) log.write(`${lines.join('\n')}\n`);
      for (const line of lines) {
        const message = errorIn(line);
        if (message !== undefined && mayShow(name)) show(`${name}: ${message}`);
      }
      recent.push(...lines);
      recent.splice(0, recent.length - keptLines);
    },
    lastWords: () => explain([...recent, rest]),
  };
}

/** The message of a JSON log line of level error or higher. */
export function errorIn(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if ((entry.level ?? 0) < 50) return undefined;
    const parts = [entry.msg, entry.err?.message].filter((part) => part !== undefined);
    return [...new Set(parts)].join(': ') || undefined;
  } catch {
    return undefined;
  }
}

function explain(lines: string[]): string | undefined {
  const messages = lines.map((line) => errorIn(line) ?? (line.startsWith('{') ? '' : line.trim()));
  const telling = messages.filter((message) => message !== '');
  return telling.find((message) => /^(\w+ )?\w*Error\b/.test(message)) ?? telling.at(-1);
}
