import type { Knex } from 'knex';
import { refuse } from '../domain/errors.ts';
import { migrations } from './migrations/index.ts';
import { sqlState } from './postgres-errors.ts';
import { operatorCommand } from '../lib/operator-command.ts';

/** Compares the schema of a database with the migration steps of this build; all lists are names in order. */
export type SchemaState = {
  applied: readonly string[];
  /** Steps that a migration would run. */
  pending: readonly string[];
  /** Steps in the database that this build does not know: a newer build ran them. */
  unknown: readonly string[];
};

/** Newest step that this build knows. */
export const newestStep: string = migrations.at(-1)?.name ?? '';

/** Compares the database with this build and changes nothing. */
export async function readSchemaState(knex: Knex): Promise<SchemaState> {
  const { rows } = await knex
    .raw<{ rows: { name: string }[] }>('select name from migrations order by id')
    .catch((error: unknown) => {
      if (sqlState(error) === '42P01') return { rows: [] };
      throw error;
    });
  const applied = rows.map((row) => row.name);
  const known = migrations.map((migration) => migration.name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Why this build cannot work with the schema; undefined when it can. */
export function describeMisfit({ pending, unknown }: SchemaState): string | undefined {
  if (unknown.length > 0) return newerSchema(unknown);
  if (pending.length === 0) return undefined;
  return `The schema of the database lacks ${pending.join(', ')}: run ${operatorCommand('migrate')}.`;
}

/** Refuses with `unavailable` when a newer build has migrated this database. */
export async function refuseNewerSchema(knex: Knex): Promise<void> {
  const { unknown } = await readSchemaState(knex);
  if (unknown.length > 0) refuse('unavailable', newerSchema(unknown));
}

/** The message about steps that this build does not know. */
export function newerSchema(unknown: readonly string[]): string {
  return (
    `The database has a newer schema (${unknown.at(-1)}) than this build (${newestStep}): ` +
    'run the newer build, or configure another database.'
  );
}
