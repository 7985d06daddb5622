import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Plain JavaScript, because launch.mjs needs it before anything is built. */

/** The current process with this pid; undefined if there is none (or only a zombie). */
export function identify(pid) {
  if (!Number.isInteger(pid) || pid < 2) return undefined;
  const born = process.platform === 'linux' ? bornFromProc(pid) : bornFromPs(pid);
  return born === undefined ? undefined : { pid, born };
}

/** True while exactly this process is alive. */
export function isAlive(identity) {
  return identify(identity.pid)?.born === identity.born;
}

/** The process recorded in a file; undefined if the file is missing or incomplete. */
export function readIdentity(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The command line of a process, separated by spaces; empty if it has ended. */
export function commandLine(pid) {
  if (process.platform !== 'linux') return askPs(pid, 'command=') ?? '';
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Sends a signal; false if the process does not exist. */
export function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits until the process has ended; false if it is still alive after `timeoutMs`. */
export async function untilEnded(identity, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function bornFromProc(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces and parentheses, so fields are counted from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || ticks === undefined) return undefined;
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${ticks}`;
  } catch {
    return undefined;
  }
}

function bornFromPs(pid) {
  const state = askPs(pid, 'state=');
  if (state === undefined || state.startsWith('Z')) return undefined;
  return askPs(pid, 'lstart=');
}

function askPs(pid, column) {
  const answer = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  const text = answer.status === 0 ? answer.stdout.trim() : '';
  return text === '' ? undefined : text;
}
