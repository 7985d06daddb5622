import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const distDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/**
 * Imported before the main module of a measured process: answers the message `crossed` with the files of the
 * product that have run a function since the last answer.
 */
process.on('message', (message) => {
  if (message !== 'crossed') return;
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    const crossed = coverage.result
      .filter(({ url, functions }) => url.startsWith('file:') && functions.some(isCalled))
      .map(({ url }) => path.relative(distDir, fileURLToPath(url)))
      .filter((name) => !/^(\.\.|bench)\//.test(name));
    process.send?.(crossed.map((name) => name.replace(/\.js$/, '.ts')).sort());
  });
});
process.channel?.unref();

/** A function at the beginning of a file is the module itself, which runs when it is loaded. */
function isCalled({ ranges: [range] }: Profiler.FunctionCoverage): boolean {
  return range !== undefined && range.count > 0 && range.startOffset > 0;
}
