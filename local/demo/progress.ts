/** Where the progress is shown: standard error, or what a test puts in its place. */
export type ProgressStream = {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write: (text: string) => unknown;
};

/** Tells how far the demo is: one line that is written over on a terminal, else one line per phase. */
export type Progress = {
  phase: (text: string) => void;
  /** Shows what is being done, and counts it when the work has ended well. */
  during: <T>(label: string, work: () => Promise<T>) => Promise<T>;
  /** Counts something that needed no work. */
  done: (label: string) => void;
  /** Leaves no trace of the line. */
  end: () => void;
};

const cells = 10;
const usualColumns = 80;
const clearLine = '\r\u001B[K';

/** A bar for `total` steps on the stream. */
export function createProgress(stream: ProgressStream, total: number): Progress {
  const isTerminal = stream.isTTY === true;
  let count = 0;
  let ended = false;
  const draw = (label: string): void => {
    if (!isTerminal || ended) return;
    // The last column stays free: many terminals wrap when it is written to. Some say that they have none.
    const columns = (stream.columns || usualColumns) - 1;
    stream.write(`${clearLine}${drawBar(count, total, label).slice(0, columns)}`);
  };
  const done = (label: string): void => {
    count += 1;
    draw(label);
  };
  return {
    phase: (text) => void (isTerminal || stream.write(`demo: ${text}\n`)),
    during: async (label, work) => {
      draw(label);
      const result = await work();
      done(label);
      return result;
    },
    done,
    end: () => {
      if (isTerminal && !ended) stream.write(clearLine);
      ended = true;
    },
  };
}

function drawBar(count: number, total: number, label: string): string {
  const full = Math.min(cells, Math.floor((count * cells) / total));
  return `[${'█'.repeat(full)}${'░'.repeat(cells - full)}] ${count}/${total} ${label}`;
}
