import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** A process of this machine; `born` tells it from a later one that got the same number. */
export type ProcessIdentity = { pid: number; born: string };

/** Who runs under this number now; undefined when nobody does (a zombie counts as nobody). */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid < 2) return undefined;
  const born = process.platform === 'linux' ? bornFromProc(pid) : bornFromPs(pid);
  return born === undefined ? undefined : { pid, born };
}

/** True while exactly this process lives. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.born === identity.born;
}

/** The words a process was started with, separated by blanks; empty when it is gone. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return askPs(pid, 'command=') ?? '';
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Sends a signal; false when there was nobody to receive it. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits until the process is gone; false when it still lives after `timeoutMs`. */
export async function untilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function bornFromProc(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may itself hold blanks and brackets: count from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || ticks === undefined) return undefined;
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${ticks}`;
  } catch {
    return undefined;
  }
}

function bornFromPs(pid: number): string | undefined {
  const state = askPs(pid, 'state=');
  if (state === undefined || state.startsWith('Z')) return undefined;
  return askPs(pid, 'lstart=');
}

function askPs(pid: number, column: string): string | undefined {
  const answer = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  const text = answer.status === 0 ? answer.stdout.trim() : '';
  return text === '' ? undefined : text;
}
