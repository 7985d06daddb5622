import { countUnreadableSecrets } from '../../../commands/secrets/count-unreadable-secrets.ts';
import { countPlain, sealedColumns } from '../../../db/tables/organizations/sealed-secrets.ts';
import { secretKeysIn } from '../../find-secret-keys.ts';
import { credentials, describeUnreadable } from '../../unreadable-secrets.ts';
import { failed, ok, warning } from '../check.ts';
import type { Check, Finding } from '../check.ts';
import { onDatabase } from '../on-database.ts';

/** Checks that the key opens the stored credentials, and that addresses stored unsealed by earlier versions have been sealed. */
export const sealing: Check = {
  name: 'sealing',
  needs: ['schema'],
  settings: ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'],
  run: async ({ databaseUrl = '', config, dataDir }) => {
    const key = secretKeysIn(config, dataDir);
    const [plain, unreadable] = await onDatabase(databaseUrl, async (knex) => {
      let count = 0;
      for (const column of sealedColumns) count += await countPlain(knex, column);
      return [count, await countUnreadableSecrets(knex, key?.keys)] as const;
    });
    if (key !== undefined && unreadable > 0) {
      return failed(
        describeUnreadable(key, unreadable),
        'Set SECRET_KEY to the key that sealed them, that of the API and the workers; after a restore, that of the installation that was backed up.',
      );
    }
    if (plain > 0) return unsealed(plain);
    if (unreadable === 0) return ok('all stored credentials are sealed');
    return warning(
      `whether ${credentials(unreadable)} can be opened is unknown, because there is no key here`,
      'Set SECRET_KEY here, too: to the key of the API and the workers.',
    );
  },
};

function unsealed(plain: number): Finding {
  return warning(
    `${plain === 1 ? 'one address' : `${plain} addresses`} of webhooks or chats, stored by an earlier version, not sealed yet`,
    'Run npm run secrets -- rotate with the SECRET_KEY of all processes. Workers do so when they start.',
  );
}
