import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A control group of Linux that limits the memory of one process. */
export type MemoryGroup = {
  /** True when the kernel killed the process because of the limit. */
  wasExceeded: () => Promise<boolean>;
  /** To be called when the process has ended. */
  remove: () => Promise<void>;
};

const mountedAt = '/sys/fs/cgroup';
const prefix = 'concordat-duckdb-';

/** Files of a group; versions 1 and 2 of control groups name them differently. */
type Version = {
  limit: string;
  events: string;
  swap: { file: string; bytes: (bytes: number) => number };
};

const versions: Record<1 | 2, Version> = {
  1: {
    limit: 'memory.limit_in_bytes',
    events: 'memory.oom_control',
    // The limit of memory and swap together.
    swap: { file: 'memory.memsw.limit_in_bytes', bytes: (bytes) => bytes },
  },
  2: {
    limit: 'memory.max',
    events: 'memory.events',
    swap: { file: 'memory.swap.max', bytes: () => 0 },
  },
};

/** The parent of new groups: the group of this process. */
async function findParent(): Promise<{ folder: string; version: Version }> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8')).split('\n');
  const ofMemory = lines.map((line) => /^\d+:memory:(.*)$/.exec(line)?.[1]).find(Boolean);
  if (ofMemory !== undefined) {
    return { folder: path.join(mountedAt, 'memory', ofMemory), version: versions[1] };
  }
  const unified = lines.map((line) => /^0::(.*)$/.exec(line)?.[1]).find(Boolean) ?? '/';
  return { folder: path.join(mountedAt, unified), version: versions[2] };
}

/** Linux counts pages of tmpfs as memory of the process that writes them, which must not happen to DuckDB's spill files. */
async function spillsToMemory(): Promise<boolean> {
  const tmpfs = 0x01021994;
  return (await statfs(tmpdir())).type === tmpfs;
}

let swept: Promise<void> | undefined;

/** Removes, once, the groups of processes that ended without cleaning up; other groups may be in use. */
async function sweep(folder: string): Promise<void> {
  const names = (await readdir(folder))
    .filter((name) => name.startsWith(prefix))
    .filter((name) => !existsSync(`/proc/${name.slice(prefix.length)}`));
  await Promise.allSettled(names.map((name) => rmdir(path.join(folder, name))));
}

/**
 * Moves a process into a new control group with this memory limit; undefined without control groups, or when this process may not
 * create one, as in most containers.
 */
export async function joinMemoryGroup(
  pid: number,
  maxBytes: number,
): Promise<MemoryGroup | undefined> {
  try {
    if (await spillsToMemory()) return undefined;
    const { folder, version } = await findParent();
    await (swept ??= sweep(folder));
    const group = path.join(folder, `${prefix}${pid}`);
    await mkdir(group);
    const remove = (): Promise<void> => rmdir(group).catch(() => undefined);
    try {
      await writeFile(path.join(group, version.limit), String(maxBytes));
      const { swap } = version;
      // Some kernels are built without it.
      await writeFile(path.join(group, swap.file), String(swap.bytes(maxBytes))).catch(() => undefined); // prettier-ignore
      await writeFile(path.join(group, 'cgroup.procs'), String(pid));
    } catch (error) {
      await remove();
      throw error;
    }
    const events = path.join(group, version.events);
    return {
      wasExceeded: async () => /^oom_kill [1-9]/m.test(await readFile(events, 'utf8')),
      remove,
    };
  } catch {
    return undefined;
  }
}
