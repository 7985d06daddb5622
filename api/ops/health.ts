import { Type } from '@sinclair/typebox';
import { schemaVersions } from '../../db/migrate.ts';
import { refuse } from '../../domain/errors.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const none = Type.Object({});
const statusSchema = Type.Object({ status: Type.String() });

const live = defineRoute({
  method: 'GET',
  path: '/health/live',
  summary: 'Whether the process runs',
  tag: 'health',
  access: 'public',
  params: none,
  query: none,
  answers: { 200: { description: 'It does', schema: statusSchema } },
  handle: () => Promise.resolve({ status: 200, json: { status: 'live' } }),
});

const ready = defineRoute({
  method: 'GET',
  path: '/health/ready',
  summary:
    'Whether requests can be served: Postgres answers and its schema is the one of this build',
  tag: 'health',
  access: 'public',
  params: none,
  query: none,
  answers: { 200: { description: 'They can', schema: statusSchema } },
  handle: async ({ services }) => {
    if (services.draining.aborted) refuse('unavailable', 'The process is stopping.');
    const { actual, expected } = await schemaVersions(services.database.knex);
    if (actual !== expected) {
      refuse(
        'unavailable',
        `The database has schema ${actual ?? 'none'}, this build needs ${expected}: run the migration.`,
      );
    }
    return { status: 200, json: { status: 'ready' } };
  },
});

export const healthRoutes: readonly Route[] = [live, ready];
