import pino from 'pino';

import type { OrganizationId } from '../../domain/principal.ts';
import type { StartSettings } from '../start-settings.ts';
import { localAddress } from '../start-settings.ts';
import { isStopping, show } from '../stop-all.ts';
import { explainFailure } from './explain-failure.ts';
import type { OpenDemo } from './open-demo.ts';

type Installation = { databaseUrl: string; organizationId: string };

/**
 * Loads the demo into a Concordat that is ready, and prints what it found. Never rejects: when the demo fails, it says
 * so and Concordat goes on.
 */
export async function runDemo(
  demo: OpenDemo | string,
  settings: StartSettings,
  { databaseUrl, organizationId }: Installation,
): Promise<void> {
  try {
    if (typeof demo === 'string') throw new Error(demo);
    // Only now, because DuckDB comes with it, which no other start has to wait for.
    const { loadDemo } = await import('./load-demo.ts');
    const text = await loadDemo(
      {
        ...demo,
        rootDir: settings.rootDir,
        address: localAddress(settings),
        databaseUrl,
        organizationId: organizationId as OrganizationId,
        log: pino({ level: 'silent' }),
      },
      process.stderr,
    );
    process.stdout.write(text);
  } catch (error) {
    if (!isStopping()) show(explainFailure(error, settings.dataDir));
  }
}
