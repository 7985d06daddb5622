import { newestStep, readSchemaState } from '../../../db/schema-state.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';
import { onDatabase } from '../on-database.ts';

/** Checks that the database has exactly the schema of this build. */
export const schema: Check = {
  name: 'schema',
  needs: ['database'],
  run: async ({ databaseUrl = '' }) => {
    const { pending, unknown } = await onDatabase(databaseUrl, readSchemaState);
    if (unknown.length > 0) {
      return failed(
        `the schema (${unknown.at(-1)}) is newer than that of this build (${newestStep})`,
        'Run the newer build of Concordat that migrated it, or set DATABASE_URL to another database.',
      );
    }
    if (pending.length === 0) return ok(`${newestStep}, that of this build`);
    return failed(
      `${pending.length === 1 ? 'one step is' : `${pending.length} steps are`} missing: ${pending.join(', ')}`,
      'Run npm run migrate (bin/start does it by itself).',
    );
  },
};
