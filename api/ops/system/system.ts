import { readSchemaState } from '../../../db/schema-state.ts';
import { findNewestBackup } from '../../../db/tables/operations/backups.ts';
import type { NotedBackup } from '../../../db/tables/operations/backups.ts';
import { readSystemFacts } from '../../../db/views/operations/system-facts.ts';
import type { SystemFacts } from '../../../db/views/operations/system-facts.ts';
import { actsForOrganization } from '../../../domain/organizations/permissions.ts';
import { findBuild } from '../../../lib/processes/find-build.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { systemSchema } from '../../schemas/ops/system.ts';
import type { ApiSettings } from '../../services.ts';
import { assertInstallationOperator } from '../operator-scope.ts';
import { ok, runChecks, warning } from './checks.ts';
import { operatorCommand } from '../../../lib/operator-command.ts';

const day = 24 * 3_600;

/** A backup that is older needs an operator. */
const maxBackupAgeDays = 7;

/** The installation for its operators. */
export const systemRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/ops/system',
  name: 'getSystem',
  summary:
    'Get version, migrations, checks, backup, storage and mail of the installation; without secrets',
  tag: 'operations',
  permission: 'organization',
  answers: { 200: { description: 'The installation', schema: systemSchema } },
  handle: async ({ principal, now, services }) => {
    const { database, settings } = services;
    await assertInstallationOperator(database.knex, principal);
    const [{ applied, pending, unknown }, facts, newest, checks] = await Promise.all([
      readSchemaState(database.knex),
      readSystemFacts(database.knex, now),
      findNewestBackup(database.knex),
      runChecks(services),
    ]);
    const backup = newest ? presentBackup(newest, now) : null;
    return {
      status: 200,
      json: {
        ...findBuild(),
        node: process.versions.node,
        publicUrl: settings.publicUrl,
        now,
        migrations: { applied: applied.length, newest: applied.at(-1) ?? null, pending, unknown },
        database: { version: facts.version, bytes: facts.databaseBytes },
        checks: [...checks, { name: 'backup', ...judgeBackup(backup) }],
        backup,
        storage: presentStorage(settings, facts),
        mail: presentMail(settings, facts),
        may: { testMail: actsForOrganization(principal, 'change') },
      },
    };
  },
});

function presentBackup(backup: NotedBackup, now: Date) {
  const ageSeconds = Math.max(0, Math.round((now.getTime() - backup.at.getTime()) / 1000));
  return { ...backup, ageSeconds };
}

function judgeBackup(backup: ReturnType<typeof presentBackup> | null) {
  const advice = `Write one with ${operatorCommand('backup')}, regularly and to another machine.`;
  if (backup === null) return warning(`no backup of ${operatorCommand('backup')} is known`, advice);
  const days = Math.floor(backup.ageSeconds / day);
  if (backup.missing > 0) {
    return warning(
      `the newest backup lacks ${backup.missing} attachments`,
      'Make another one with the storage settings of the API.',
    );
  }
  const found = days === 0 ? 'younger than a day' : `${days} ${days === 1 ? 'day' : 'days'} old`;
  return days > maxBackupAgeDays
    ? warning(`the newest backup is ${found}`, advice)
    : ok(`the newest backup is ${found}`);
}

function presentStorage(
  { attachmentStorage, attachmentQuotaMb }: ApiSettings,
  { attachments, attachmentBytes }: SystemFacts,
) {
  const place =
    attachmentStorage?.kind === 'folder' ? attachmentStorage.folder : attachmentStorage?.bucket;
  return {
    kind: attachmentStorage?.kind ?? null,
    place: place ?? null,
    files: attachments,
    bytes: attachmentBytes,
    quotaMb: attachmentQuotaMb,
  };
}

function presentMail({ smtpUrl, mailFrom }: ApiSettings, facts: SystemFacts) {
  return {
    configured: smtpUrl !== undefined,
    server: smtpUrl === undefined ? null : new URL(smtpUrl).host,
    from: mailFrom ?? null,
    waiting: facts.mailsWaiting,
    failedLastDay: facts.mailsFailed,
    lastSentAt: facts.mailSentAt,
  };
}
