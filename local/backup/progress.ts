import { createThrottle } from '../../lib/log.ts';
import { show } from '../processes/stop-all.ts';

const everyMs = 2_000;

/** Shows how far a long command is, on standard error and at most every two seconds. */
export type Progress = (text: () => string) => void;

/** A progress that begins to show after two seconds. */
export function createProgress(): Progress {
  const mayShow = createThrottle(everyMs);
  mayShow('progress');
  return (text) => {
    if (mayShow('progress')) show(text());
  };
}

/** A number of bytes for people. */
export function inBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

/** A count for people, with its noun. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
