import { readServerFacts } from '../../../db/server-facts.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

const oldestMajor = 15;

/** Postgres is one that Concordat works with. */
export const postgresVersion: Check = {
  name: 'postgres-version',
  needs: ['database'],
  run: async ({ databaseUrl = '' }) => {
    const { version, versionNumber } = await readServerFacts(databaseUrl);
    return versionNumber >= oldestMajor * 10_000
      ? ok(`PostgreSQL ${version}`)
      : failed(
          `PostgreSQL ${version} is too old`,
          `Use PostgreSQL ${oldestMajor} or newer: upgrade the server, or name another in DATABASE_URL.`,
        );
  },
};
