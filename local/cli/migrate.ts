import { prepareInstallation } from '../../commands/prepare-installation.ts';
import { newerSchema, newestStep } from '../../db/schema-state.ts';
import type { SchemaState } from '../../db/schema-state.ts';
import type { Command, Outcome, Surroundings } from './command.ts';
import { createMigrationLog, loadSettings, withAnyDatabase } from './open-database.ts';

/** Shows what a migration would do, and does nothing. */
async function plan(surroundings: Surroundings): Promise<Outcome> {
  const { pending, unknown } = await readState(surroundings);
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

async function readState(surroundings: Surroundings): Promise<SchemaState> {
  return withAnyDatabase(surroundings, async (_database, schema) => schema);
}

/** Migrates, and makes sure that there is an organization with a key; prints the key when it made one. */
async function run(surroundings: Surroundings): Promise<Outcome> {
  const { databaseUrl, bootstrapApiKey } = loadSettings(surroundings);
  const { pending } = await readState(surroundings);
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
  summary: 'Brings the schema of the database to the version of this build',
  actions: [
    {
      summary:
        'Brings the schema of the database to the version of this build; the first time it also makes an ' +
        'organization and prints its key',
      options: [{ name: 'plan', help: 'show the steps that would run, and change nothing' }],
      run: ({ flags }, surroundings) => (flags['plan'] ? plan : run)(surroundings),
    },
  ],
};
