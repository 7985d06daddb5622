import { readServerFacts } from '../../../db/server-facts.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

const minMajor = 15;

/** Checks that this version of Postgres is supported. */
export const postgresVersion: Check = {
  name: 'postgres-version',
  needs: ['database'],
  run: async ({ databaseUrl = '' }) => {
    const { version, versionNumber } = await readServerFacts(databaseUrl);
    return versionNumber >= minMajor * 10_000
      ? ok(`PostgreSQL ${version}`)
      : failed(
          `PostgreSQL ${version} is too old`,
          `Use PostgreSQL ${minMajor} or newer: upgrade the server, or set DATABASE_URL to another.`,
        );
  },
};
