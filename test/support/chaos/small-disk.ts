import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { serverAccount } from '../../../local/servers/server-account.ts';

/** A disk of a few megabytes in memory for tests of full disks. */
export type SmallDisk = {
  folder: string;
  /** Uses up all free space. */
  fill: () => void;
  /** Frees that space. */
  free: () => void;
  remove: () => void;
};

/** Mounts a disk that belongs to the account of the servers; undefined where this process may not. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const { uid, gid } = serverAccount() ?? { uid: 0, gid: 0 };
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-disk-'));
  fs.chmodSync(parent, 0o755);
  const mounted = path.join(parent, 'mounted');
  fs.mkdirSync(mounted);
  const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=0755`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', mounted]);
  const remove = (): void => fs.rmSync(parent, { recursive: true, force: true });
  if (status !== 0) {
    remove();
    return undefined;
  }
  const ballast = path.join(mounted, 'ballast');
  const folder = path.join(mounted, 'folder');
  fs.mkdirSync(folder);
  fs.chownSync(folder, uid, gid);
  return {
    folder,
    fill: () => fillUp(ballast),
    free: () => fs.rmSync(ballast, { force: true }),
    remove: () => {
      spawnSync('umount', ['--lazy', mounted]);
      remove();
    },
  };
}

function fillUp(file: string): void {
  const handle = fs.openSync(file, 'a');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      try {
        for (;;) fs.writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    fs.closeSync(handle);
  }
}
