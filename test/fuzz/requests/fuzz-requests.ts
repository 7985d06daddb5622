import { makeBombs } from '../generate/encodings.ts';
import { prepareOrganization } from '../installation/prepare-organization.ts';
import { startInstallation } from '../installation/start-installation.ts';
import { usualLimits } from '../limits.ts';
import { commandOf } from '../options.ts';
import type { FuzzOptions } from '../options.ts';
import { runAndExamine, watchRun } from './watched-run.ts';
import type { RequestReport, WatchedRun } from './watched-run.ts';

/** Sends generated requests to a separate installation, and examines the findings. */
export async function fuzzRequests(
  options: FuzzOptions,
  say: (line: string) => void,
): Promise<RequestReport> {
  makeBombs();
  const installation = await startInstallation();
  let watched: WatchedRun | undefined;
  try {
    const prepared = await prepareOrganization(installation, options.operation);
    say(`${prepared.operations.length} operations on ${installation.address}`);
    const parts = { installation, prepared, seed: options.seed, limits: usualLimits };
    watched = watchRun({ ...parts, command: commandOf(options) }, say);
    return await runAndExamine(watched, options);
  } catch (error) {
    // Logged before the servers are stopped, which may fail itself.
    say(`the run failed: ${error instanceof Error ? error.stack : String(error)}`);
    throw error;
  } finally {
    await watched?.stop();
    await installation.stop();
  }
}
