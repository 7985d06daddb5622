import fs from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time that a process has used, in ms; undefined on systems without `/proc`. */
export function processorMs(pid: number | undefined): number | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}
