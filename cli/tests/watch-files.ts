import fs from 'node:fs';
import path from 'node:path';
import type { Context } from '../command.ts';
import { explainFailure } from '../failure.ts';

/** Editors write a file in several steps. */
const quietMs = 100;

/** Does something now and after each change of the files or folders, one after the other, until Ctrl-C; failures are shown. */
export async function watchFiles(
  paths: readonly string[],
  { surroundings, printer, signal }: Pick<Context, 'surroundings' | 'printer' | 'signal'>,
  act: () => Promise<void>,
): Promise<void> {
  let wake: () => void = () => undefined;
  let isDue = true;
  let timer: NodeJS.Timeout | undefined;
  const note = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isDue = true;
      wake();
    }, quietMs);
  };
  const watchers = paths.map((each) => watch(path.resolve(surroundings.workingDir, each), note));
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      if (isDue) {
        isDue = false;
        await attempt(act, printer, signal);
        printer.say('Waiting for changes; Ctrl-C ends.');
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  }
}

/** The folder of a file is watched, because editors replace files. */
function watch(location: string, note: () => void): fs.FSWatcher {
  if (fs.statSync(location).isDirectory()) return fs.watch(location, { recursive: true }, note);
  const name = path.basename(location);
  return fs.watch(path.dirname(location), (_event, changed) => {
    if (changed === null || changed === name) note();
  });
}

async function attempt(
  act: () => Promise<void>,
  printer: Context['printer'],
  signal: AbortSignal,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    // A text that is being edited is often broken.
    if (!signal.aborted) printer.say(explainFailure(error).text);
  }
}
