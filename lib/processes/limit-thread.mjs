import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/**
 * Thread that ends its process when the process uses more memory than allowed, or when its parent has exited. It also works while
 * the main thread computes or runs native code.
 */
const { maxBytes, parent } = workerData;

const pauseMs = 50;

setInterval(() => {
  const isTooLarge = process.memoryUsage.rss() > maxBytes;
  // The parent reads this word as the reason.
  if (isTooLarge) writeSync(2, 'memory\n');
  if (isTooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, pauseMs);
