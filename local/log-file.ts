import fs from 'node:fs';

/** A log file that never grows beyond twice its limit: the older half waits in `<file>.1`. */
export type LogFile = { write: (text: string) => void };

const limitBytes = 10_000_000;

/** Opens (or continues) a bounded log file. */
export function openLogFile(file: string, limit = limitBytes): LogFile {
  rotateLogFile(file, limit);
  let size = sizeOf(file);
  return {
    write: (text) => {
      try {
        fs.appendFileSync(file, text, { mode: 0o600 });
      } catch {
        // A full disk must not take the supervisor down: it is the one who can still stop things.
        return;
      }
      size += Buffer.byteLength(text);
      if (size < limit) return;
      rotateLogFile(file, limit);
      size = sizeOf(file);
    },
  };
}

/** Moves a log file aside when it has reached its limit; for files that a server writes itself. */
export function rotateLogFile(file: string, limit = limitBytes): void {
  if (sizeOf(file) >= limit) fs.renameSync(file, `${file}.1`);
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
