/** The output stream of the progress: standard error, or a substitute in tests. */
export type ProgressStream = {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write: (text: string) => unknown;
};

/** Shows the progress of the demo: one line that is overwritten on a terminal, else one line per phase. */
export type Progress = {
  phase: (text: string) => void;
  /** Shows the current work, and counts it after success. */
  during: <T>(label: string, work: () => Promise<T>) => Promise<T>;
  /** Counts a step that needed no work. */
  done: (label: string) => void;
  /** Erases the line. */
  end: () => void;
};

const cells = 10;
const usualColumns = 80;
const clearLine = '\r\u001B[K';

/** Creates a progress bar for `total` steps. */
export function createProgress(stream: ProgressStream, total: number): Progress {
  const isTerminal = stream.isTTY === true;
  let count = 0;
  let ended = false;
  const draw = (label: string): void => {
    if (!isTerminal || ended) return;
    // The last column stays free, because many terminals wrap after writing to it. Some terminals report 0 columns.
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
