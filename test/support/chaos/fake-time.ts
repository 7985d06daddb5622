import { spawnSync } from 'node:child_process';

/** Environment of a fleet process with a shifted time; undefined without the Debian package `faketime`. */
export function fakeTime(offset: string): Record<string, string> | undefined {
  const wrapped = spawnSync('faketime', ['-f', offset, 'env'], { encoding: 'utf8' });
  const library = /^LD_PRELOAD=(.+)$/m.exec(wrapped.stdout ?? '')?.[1];
  if (library === undefined) return undefined;
  // The variant for programs with threads; it shifts the time of day but not the monotonic clock, like real machines.
  const threaded = library.replace('libfaketime.so', 'libfaketimeMT.so');
  return { LD_PRELOAD: threaded, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
