import type { Output } from '../surroundings.ts';

/** Progress of long work. */
export type Progress = {
  /** Shows how much is done, of how much if that is known. */
  update: (done: number, total?: number) => void;
  /** Removes the line, or ends it. */
  end: () => void;
};

const everyMs = 100;
const everyMsInLogs = 5_000;

/** A line on a terminal that is rewritten; elsewhere a line every five seconds, so that logs stay short. */
export function createProgress(stderr: Output, label: string): Progress {
  const isTerminal = stderr.isTTY === true;
  const begun = Date.now();
  let shownAt = isTerminal ? 0 : begun;
  let isShown = false;
  return {
    update: (done, total) => {
      const now = Date.now();
      if (now - shownAt < (isTerminal ? everyMs : everyMsInLogs)) return;
      shownAt = now;
      const of = total === undefined ? String(done) : `${done}/${total}`;
      const line = `${label} ${of} (${Math.round((now - begun) / 1000)} s)`;
      isShown = true;
      stderr.write(isTerminal ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end: () => {
      if (isTerminal && isShown) stderr.write('\r\u001b[2K');
    },
  };
}
