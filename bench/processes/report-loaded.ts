import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The state of a process: its processor time, memory, heap in use after a collection, and number of loaded
 * modules, including packages.
 */
export type Loaded = { processorMs: number; rssMb: number; heapMb: number; modules: number };

/** Imported before the main module of a measured process: answers the message `loaded`. */
process.on('message', (message) => {
  if (message === 'loaded') process.send?.(readLoaded());
});
process.channel?.unref();

/** In this order, because the collection takes processor time and the debugger takes memory. */
function readLoaded(): Loaded {
  const { user, system } = process.cpuUsage();
  const rss = process.memoryUsage.rss();
  const heap = collectedHeap();
  return {
    processorMs: (user + system) / 1000,
    rssMb: rss / 1024 ** 2,
    heapMb: heap / 1024 ** 2,
    modules: countModules(),
  };
}

function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

/**
 * ES modules from the debugger, and CommonJS modules from the cache, because the debugger may have dropped
 * them.
 */
function countModules(): number {
  const modules = new Set<string>();
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { url, isModule } }) => {
    if (isModule && url.startsWith('file:')) modules.add(url);
  });
  session.post('Debugger.enable');
  session.disconnect();
  return modules.size + Object.keys(createRequire(import.meta.url).cache).length;
}
