import { statfs } from 'node:fs/promises';

import pino from 'pino';

import type { OrganizationId } from '../../domain/principal.ts';
import type { StartSettings } from '../start-settings.ts';
import { localAddress } from '../start-settings.ts';
import { problem } from '../problem.ts';
import { isStopping, show } from '../processes/stop-all.ts';
import { inWordsOfConcordat } from '../words-of-concordat.ts';
import { explainFailure } from './explain-failure.ts';
import type { OpenDemo } from './open-demo.ts';

type Installation = { databaseUrl: string; organizationId: string };

/** A disk filled by the demo would also stop Postgres, and with it a running installation. */
const neededMegabytes = 400;

async function assertRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  if (free >= neededMegabytes) return;
  throw problem(
    `${dataDir} has ${free} MB left, but the demo needs ${neededMegabytes} MB. Free space, or choose another DATA_DIR`,
  );
}

/** Loads the demo into a ready Concordat, and prints the results. Never rejects: a failure is printed and Concordat continues. */
export async function runDemo(
  demo: OpenDemo | string,
  settings: StartSettings,
  { databaseUrl, organizationId }: Installation,
): Promise<void> {
  try {
    if (typeof demo === 'string') throw new Error(demo);
    await assertRoom(settings.dataDir);
    // Loaded only now, because it loads DuckDB, which other starts must not wait for.
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
    process.stdout.write(inWordsOfConcordat(text, process.env));
  } catch (error) {
    if (!isStopping()) show(explainFailure(error, settings.dataDir));
  }
}
