import fs from 'node:fs';

/** A log file with a size limit: when it is reached, older lines move to `<file>.1`. */
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
        // A full disk must not end the supervisor, which is needed to stop the other processes.
        return;
      }
      size += Buffer.byteLength(text);
      if (size < limit) return;
      rotateLogFile(file, limit);
      size = sizeOf(file);
    },
  };
}

/** Rotates a log file that a server writes itself, once it has reached its limit. */
export function rotateLogFile(file: string, limit = limitBytes): void {
  if (sizeOf(file) >= limit) fs.renameSync(file, `${file}.1`);
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
