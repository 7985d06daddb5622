import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinMemoryGroup } from './memory-group.ts';
import type { MemoryGroup } from './memory-group.ts';

/** Commands of a DuckDB process; see process.mjs. */
export type DuckdbCommand =
  | { command: 'open'; settings: Readonly<Record<string, string>> }
  | { command: 'query' | 'count' | 'describe'; sql: string }
  | { command: 'read'; sql: string; maxRows: number }
  | { command: 'beginRule' | 'endRule' | 'close' };

/** Why a DuckDB process ended: `ended` when this side ended it. */
type EndReason = 'memory' | 'killed' | 'crashed' | 'ended';

/** The DuckDB process has ended; everything that was loaded is lost. */
export class DuckdbEnded extends Error {
  readonly reason: EndReason;
  constructor(reason: EndReason) {
    super(`the process of DuckDB has ended (${reason})`);
    this.name = 'DuckdbEnded';
    this.reason = reason;
  }
}

/** A process with at most one DuckDB at a time. */
export type DuckdbChild = {
  /** Callers send one command at a time. Rejects with DuckDB's error, or with `DuckdbEnded`. */
  ask: (command: DuckdbCommand) => Promise<unknown>;
  /** Interrupts the running statement; some statements ignore that. */
  interrupt: () => void;
  /** Resolves when the process has ended; can be called again. */
  kill: () => Promise<void>;
  hasEnded: () => boolean;
  /** An idle process does not keep this process alive. */
  keepAlive: (isUsed: boolean) => void;
};

/** Twice the memory limit of DuckDB: Node.js needs 70 MB, and DuckDB does not count all memory that it allocates. */
export const maxProcessMegabytes = 1024;
const maxProcessBytes = maxProcessMegabytes * 1024 ** 2;

const entry = fileURLToPath(new URL('./process.mjs', import.meta.url));

/** The process gets neither the settings of this process, which contain secrets, nor its flags. */
function startProcess(): ChildProcess {
  return fork(entry, [String(maxProcessBytes)], {
    env: { TZ: 'UTC' },
    execArgv: [],
    cwd: path.parse(process.execPath).root,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

type Answer = { id: number; value?: unknown; error?: string };
type Asked = { id: number; resolve: (value: unknown) => void; reject: (error: Error) => void };

/** Resolves with the reason when the process has ended. */
async function untilEnded(
  process: ChildProcess,
  joined: Promise<MemoryGroup | undefined>,
  isWanted: () => boolean,
): Promise<EndReason> {
  let words = '';
  process.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-1_000)));
  const signal = await new Promise<string | null>((resolve) => {
    process.on('close', (_code, name) => resolve(name));
    // A process that failed to start emits no `close`.
    process.on('error', () => process.pid === undefined && resolve('SIGKILL'));
  });
  const group = await joined;
  const isExceeded = await group?.wasExceeded().catch(() => false);
  await group?.remove();
  if (isWanted()) return 'ended';
  if (isExceeded === true || words.includes('memory\n')) return 'memory';
  return signal === 'SIGKILL' ? 'killed' : 'crashed';
}

/** Starts a DuckDB process with a memory limit that the system enforces. It ends together with this process. */
export function startDuckdbChild(): DuckdbChild {
  const child = startProcess();
  const joined =
    child.pid === undefined
      ? Promise.resolve(undefined)
      : joinMemoryGroup(child.pid, maxProcessBytes);
  let [isWanted, hasEnded, id] = [false, false, 0];
  let asked: Asked | undefined;
  const ended = untilEnded(child, joined, () => isWanted).then((reason) => {
    hasEnded = true;
    asked?.reject(new DuckdbEnded(reason));
    return reason;
  });
  child.on('message', (answer: Answer) => {
    if (asked?.id !== answer.id) return;
    if (answer.error === undefined) asked.resolve(answer.value);
    else asked.reject(new Error(answer.error));
  });
  // The process ends when its channel breaks or never opened.
  const send = (message: object): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    async ask(command) {
      await joined;
      if (hasEnded) throw new DuckdbEnded(await ended);
      id += 1;
      return new Promise((resolve, reject) => {
        asked = { id, resolve, reject };
        send({ id, ...command });
      });
    },
    interrupt: () => send({ command: 'interrupt' }),
    async kill() {
      isWanted = true;
      child.kill('SIGKILL');
      await ended;
    },
    hasEnded: () => hasEnded,
    keepAlive(isUsed) {
      const parts = [child, child.channel, child.stderr as unknown as ChildProcess['channel']];
      for (const part of parts) part?.[isUsed ? 'ref' : 'unref']();
    },
  };
}
