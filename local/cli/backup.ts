import fs from 'node:fs';
import path from 'node:path';

import type { Db } from '../../db/connect.ts';
import { readDatabaseTime } from '../../db/database-clock.ts';
import { readSchemaState } from '../../db/schema-state.ts';
import { insertBackup } from '../../db/tables/operations/backups.ts';
import type { NotedBackup } from '../../db/tables/operations/backups.ts';
import { openObjectStorage } from '../../lib/object-storage/open.ts';
import { counted, createProgress, inBytes } from '../backup/progress.ts';
import { withInstallation } from '../backup/with-installation.ts';
import type { Installation } from '../backup/with-installation.ts';
import { writeBackup } from '../backup/write-backup.ts';
import type { WrittenBackup } from '../backup/write-backup.ts';
import { onDatabase } from '../doctor/on-database.ts';
import { secretKeysIn } from '../find-secret-keys.ts';
import type { Command, CommandContext, Given, Outcome } from './command.ts';

/** The file of a call: npm runs commands in the folder of the product, and INIT_CWD is the folder of the caller. */
export function fileOf(given: Given, { env, rootDir }: CommandContext): string {
  return path.resolve(env['INIT_CWD'] ?? rootDir, given.arguments[0] ?? '');
}

async function run(given: Given, context: CommandContext): Promise<Outcome> {
  const file = fileOf(given, context);
  const now = context.clock.now();
  const begun = performance.now();
  return withInstallation(context, { creates: false }, async (installation) => {
    const { url, config } = installation;
    const written = await writeBackup({
      url,
      file,
      force: given.flags['force'] === true,
      storage: openObjectStorage(config.attachmentStorage),
      product: productVersion(context),
      now,
      progress: createProgress(),
    });
    const { missing, rows, attachments, bytes } = written;
    const noted = { bytes, attachments: attachments.files, missing: missing.length };
    await onDatabase(url, (db) => note(db, noted, performance.now() - begun));
    return {
      text: describe(file, written, installation),
      json: { file, bytes, rows, attachments, missing },
      failed: missing.length > 0,
    };
  });
}

/**
 * Operators see the age of the newest backup, by the clock of Postgres, because that of this machine may be wrong; a database with
 * an older schema has no place for it.
 */
async function note(db: Db, backup: Omit<NotedBackup, 'at'>, tookMs: number): Promise<void> {
  const { pending } = await readSchemaState(db);
  if (pending.length > 0) return;
  const at = new Date((await readDatabaseTime(db)) - tookMs);
  await insertBackup(db, { ...backup, at });
}

function productVersion({ rootDir }: CommandContext): string {
  const manifest = fs.readFileSync(path.join(rootDir, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Sums of a backup for people. */
export function describeSums({
  rows,
  attachments,
}: Pick<WrittenBackup, 'rows' | 'attachments'>): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const tables = counted(Object.keys(rows).length, 'table');
  const files = counted(attachments.files, 'attachment');
  return `${counted(all, 'row')} of ${tables}, ${files} (${inBytes(attachments.bytes)})`;
}

function describe(file: string, written: WrittenBackup, installation: Installation): string {
  const { bytes, missing } = written;
  const { config } = installation;
  const key = secretKeysIn(config, config.dataDir);
  const lines = [
    `Wrote ${file}: ${inBytes(bytes)}, ${describeSums(written)}.`,
    `Not in it: the settings, and SECRET_KEY${key ? ` (here ${key.origin})` : ''}. Keep the key elsewhere: only with it the stored credentials can be read.`,
  ];
  if (missing.length > 0) {
    lines.push(
      `MISSING: ${counted(missing.length, 'attachment')} that the database names, such as ${missing[0]}. ` +
        'If ATTACHMENTS_DIR or ATTACHMENTS_S3_… differ from those of the API, set them here and make another backup.',
    );
  }
  return lines.join('\n');
}

export const backup: Command = {
  name: 'backup',
  summary: 'Writes database and attachments to a file',
  actions: [
    {
      summary:
        'Writes all data of one instant, attachments included, to a file for npm run restore; safe while Concordat is running',
      arguments: [{ name: 'file', help: 'the file to write, e.g. concordat.tar.gz' }],
      options: [{ name: 'force', help: 'replace an existing file' }],
      run,
    },
  ],
};
