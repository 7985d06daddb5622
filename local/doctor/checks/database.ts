import { readServerFacts } from '../../../db/server-facts.ts';
import { withoutSecrets } from '../../announcement.ts';
import { explainDatabaseFailure } from '../../servers/database-failure.ts';
import { notRunning } from '../../find-installation.ts';
import { messageOf } from '../../problem.ts';
import { adviceForServer } from '../server-of-start.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

/** Checks that Postgres accepts the user, password and database of the settings. */
export const database: Check = {
  name: 'database',
  settings: ['DATABASE_URL', 'DATA_DIR'],
  run: async (installation) => {
    const { databaseUrl, dataDir } = installation;
    if (databaseUrl === undefined) {
      const { found, advice } = notRunning(dataDir);
      return failed(found, `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`);
    }
    const shown = withoutSecrets(databaseUrl);
    try {
      await readServerFacts(databaseUrl);
      return ok(`${shown} answers`);
    } catch (error) {
      const words = explainDatabaseFailure(error);
      if (words) {
        const found = words.found.replace(' of DATABASE_URL', '');
        return failed(
          `${shown}: ${found}`,
          adviceForServer(installation, 'postgres', words.advice),
        );
      }
      return failed(
        `${shown}: ${messageOf(error)}`,
        'Correct DATABASE_URL, or fix the server that it names.',
      );
    }
  },
};
