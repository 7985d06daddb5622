import { prepareInstallation } from '../../commands/prepare-installation.ts';
import { newerSchema, newestStep } from '../../db/schema-state.ts';
import type { SchemaState } from '../../db/schema-state.ts';
import type { Command, CommandContext, Outcome } from './command.ts';
import { createMigrationLog, loadSettings, withAnyDatabase } from './open-database.ts';

/** Shows what a migration would do without doing it. */
async function plan(context: CommandContext): Promise<Outcome> {
  const { pending, unknown } = await readState(context);
  return {
    text: describePlan(pending, unknown),
    json: { newest: newestStep, pending, unknown, upToDate: pending.length + unknown.length === 0 },
  };
}

function describePlan(pending: readonly string[], unknown: readonly string[]): string {
  if (unknown.length > 0) return newerSchema(unknown);
  if (pending.length === 0) return `The schema is up to date (${newestStep}): nothing would run.`;
  const steps = pending.length === 1 ? '1 step' : `${pending.length} steps`;
  return [`npm run migrate would run ${steps}:`, ...pending.map((name) => `  ${name}`)].join('\n');
}

async function readState(context: CommandContext): Promise<SchemaState> {
  return withAnyDatabase(context, async (_database, schema) => schema);
}

/** Migrates, and ensures an organization with a key; prints the key if it was created. */
async function run(context: CommandContext): Promise<Outcome> {
  const { databaseUrl, bootstrapApiKey } = loadSettings(context);
  const { pending } = await readState(context);
  const log = createMigrationLog();
  const prepared = await prepareInstallation({ databaseUrl, bootstrapApiKey, log });
  const { organizationId, createdKey } = prepared;
  return {
    text: [
      ...pending.map((name) => `Ran ${name}.`),
      `The schema is up to date (${newestStep}); organization ${organizationId}.`,
      ...(createdKey ? [`API key (shown only this once: keep it): ${createdKey}`] : []),
    ].join('\n'),
    json: { newest: newestStep, ran: pending, organizationId, ...(createdKey && { createdKey }) },
  };
}

export const migrate: Command = {
  name: 'migrate',
  summary: 'Migrates the database schema to the version of this build',
  actions: [
    {
      summary:
        'Migrates the database schema to the version of this build; the first run also creates an ' +
        'organization and prints its key',
      options: [{ name: 'plan', help: 'show the steps that would run, and change nothing' }],
      run: ({ flags }, context) => (flags['plan'] ? plan : run)(context),
    },
  ],
};
