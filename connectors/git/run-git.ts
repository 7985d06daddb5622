import { spawn } from 'node:child_process';
import { GitError } from './git-error.ts';
import { maxPackBytes } from './limits.ts';

/** One call of the git program; `signal` ends it. */
export type GitCall = {
  args: readonly string[];
  gitdir: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal: AbortSignal;
};

/** The end of a call: its exit code, and the last lines of its messages. */
export type GitEnd = { code: number | null; messages: string };

/** Blocks of 512 bytes: no file that git writes becomes larger, so that a huge repository cannot fill the disk. */
const maxFileBlocks = maxPackBytes / 512;

const maxMessageLength = 4_000;

/** Settings that the repository and the machine cannot change. */
const safe = [
  'protocol.allow=never',
  'protocol.ssh.allow=always',
  'core.hooksPath=/dev/null',
  'core.symlinks=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'credential.helper=',
].flatMap((setting) => ['-c', setting]);

/**
 * Runs git with an environment of its own: no configuration of the machine, no hooks, no prompts, and no protocol but SSH. Throws
 * `unreachable` when the program is missing or takes too long.
 */
export function runGit({ args, gitdir, env, timeoutMs, signal }: GitCall): Promise<GitEnd> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const limited = ['-c', `ulimit -f ${maxFileBlocks} && exec git "$@"`, 'git'];
    const child = spawn('/bin/sh', [...limited, `--git-dir=${gitdir}`, ...safe, ...args], {
      cwd: gitdir,
      env: { ...isolated, PATH: searchPath, HOME: gitdir, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A process group of its own, so that ssh ends with git.
      detached: true,
    });
    let messages = '';
    let error: unknown;
    const stop = (reason: unknown): void => {
      error ??= reason;
      if (child.pid !== undefined) endGroup(child.pid);
    };
    const abort = (): void => stop(signal.reason);
    const timer = setTimeout(
      () => stop(new GitError('unreachable', `No end within ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    signal.addEventListener('abort', abort, { once: true });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      messages = (messages + text).slice(-maxMessageLength);
    });
    child.on('error', stop);
    child.on('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (error === undefined) resolve({ code, messages });
      else reject(error);
    });
  });
}

/** The usual folders of programs; nothing else of the environment is passed on. */
const searchPath = '/usr/local/bin:/usr/bin:/bin';

const isolated = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_ALLOW_PROTOCOL: 'ssh',
  GIT_PROTOCOL_FROM_USER: '0',
};

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
