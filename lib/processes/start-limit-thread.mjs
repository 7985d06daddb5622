import { Worker } from 'node:worker_threads';

/** Ends this process when its parent has exited, or when it uses more than `maxBytes`, even while it computes. */
export function watchProcess(maxBytes) {
  const watch = new Worker(new URL('./limit-thread.mjs', import.meta.url), {
    workerData: { maxBytes, parent: process.ppid },
    execArgv: [],
  });
  watch.on('error', () => process.kill(process.pid, 'SIGKILL'));
  watch.unref();
}
