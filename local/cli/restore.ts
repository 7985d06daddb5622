import { countUnreadableSecrets } from '../../commands/secrets/count-unreadable-secrets.ts';
import { connectDatabase } from '../../db/connect.ts';
import { openObjectStorage } from '../../lib/object-storage/open.ts';
import type { End, Head } from '../backup/format.ts';
import { counted, createProgress } from '../backup/progress.ts';
import { checkBackup } from '../backup/read-backup.ts';
import { refuseNewerBackup, restoreBackup } from '../backup/restore-backup.ts';
import type { Restored } from '../backup/restore-backup.ts';
import { withInstallation } from '../backup/with-installation.ts';
import type { Installation } from '../backup/with-installation.ts';
import { secretKeysIn } from '../find-secret-keys.ts';
import { problem } from '../problem.ts';
import { describeSums, fileOf } from './backup.ts';
import type { Command, CommandContext, Given, Outcome } from './command.ts';
import { createMigrationLog } from './open-database.ts';

async function run(given: Given, context: CommandContext): Promise<Outcome> {
  const file = fileOf(given, context);
  const progress = createProgress();
  // Read whole before anything is written: damage at its end must not cost a long restore.
  const { head, end } = await checkBackup(file, progress);
  refuseNewerBackup(file, head);
  if (given.flags['check']) return describeChecked(file, head, end);
  return withInstallation(context, { creates: true }, async (installation) => {
    const { url, config, isRunning, dataDir } = installation;
    if (isRunning) {
      throw problem(
        `Concordat is running on ${dataDir}: stop it, and set DATA_DIR to a new folder, because restore replaces nothing.`,
      );
    }
    const storage = openObjectStorage(config.attachmentStorage);
    const log = createMigrationLog();
    const restored = await restoreBackup({ url, file, head, storage, log, progress });
    return describeRestored(file, restored, await examineSecrets(installation), installation);
  });
}

function describeChecked(file: string, head: Head, end: End): Outcome {
  const { product, createdAt, migrations } = head;
  const { rows, attachments } = end;
  const schema = migrations.at(-1);
  return {
    text: `${file} is complete and undamaged: written ${createdAt} by Concordat ${product} (${schema}), ${describeSums(end)}.`,
    json: { file, product, createdAt, schema, rows, attachments },
  };
}

/** Where the key comes from, and how many stored secrets it does not open. */
type Secrets = { origin: string | undefined; unreadable: number };

async function examineSecrets({ url, config }: Installation): Promise<Secrets> {
  const key = secretKeysIn(config, config.dataDir);
  const log = createMigrationLog();
  const database = connectDatabase({ url, poolMax: 1, applicationName: 'concordat restore', log });
  try {
    const unreadable = await countUnreadableSecrets(database.knex, key?.keys);
    return { origin: key?.origin, unreadable };
  } finally {
    await database.close();
  }
}

function describeRestored(
  file: string,
  restored: Restored,
  { origin, unreadable }: Secrets,
  { dataDir }: Installation,
): Outcome {
  const { rows, attachments, leftOut, migrated } = restored;
  const lines = [`Restored ${file}: ${describeSums(restored)}.`];
  if (migrated.length > 0) lines.push(`Then migrated the schema: ${migrated.join(', ')}.`);
  if (leftOut.length > 0)
    lines.push(`Left out, because they are no tables of Concordat: ${leftOut.join(', ')}.`);
  if (unreadable > 0) {
    const folder = dataDir === undefined ? '' : `, or copy its file secret-key to ${dataDir}`;
    lines.push(
      `SECRET KEY: ${origin ? `${origin} does not open ${counted(unreadable, 'stored credential')}` : `${counted(unreadable, 'stored credential')} cannot be opened, because there is no key here`}. ` +
        `Before the start, set SECRET_KEY to that of the installation that was backed up${folder}.`,
    );
  } else if (origin !== undefined) lines.push(`All stored credentials open with ${origin}.`);
  const start = dataDir === undefined ? 'the processes' : `DATA_DIR=${dataDir} bin/start`;
  lines.push(
    'Work that was open in the backup is done as soon as a worker runs, including work that was done after the backup.',
    `Next: start ${start}, with the settings of the installation that was backed up.`,
  );
  return {
    text: lines.join('\n'),
    json: { file, rows, attachments, leftOut, migrated, unreadableSecrets: unreadable },
    failed: unreadable > 0,
  };
}

export const restore: Command = {
  name: 'restore',
  summary: 'Fills an empty database, and the attachments, from a backup',
  actions: [
    {
      summary:
        'Fills an empty database, and the storage of attachments, from a file of npm run backup, and migrates it to the version of this build',
      arguments: [{ name: 'file', help: 'a file that npm run backup has written' }],
      options: [{ name: 'check', help: 'only check that the file is complete and undamaged' }],
      run,
    },
  ],
};
