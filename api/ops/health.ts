import { Type } from '@sinclair/typebox';
import { refuse } from '../../domain/errors.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const statusSchema = Type.Object({ status: Type.String() });

const live = defineRoute({
  method: 'GET',
  path: '/health/live',
  name: 'getLiveness',
  summary: 'Check that the process is running',
  tag: 'health',
  access: 'public',
  answers: { 200: { description: 'The process runs', schema: statusSchema } },
  handle: () => Promise.resolve({ status: 200, json: { status: 'live' } }),
});

const ready = defineRoute({
  method: 'GET',
  path: '/health/ready',
  name: 'getReadiness',
  refuses: ['schema_outdated'],
  summary: 'Check that requests can be served: Postgres answers and has the schema of this build',
  tag: 'health',
  access: 'public',
  answers: { 200: { description: 'Requests can be served', schema: statusSchema } },
  handle: async ({ services }) => {
    if (services.draining.aborted) refuse('unavailable', 'The process is stopping.');
    const misfit = await services.schema.look();
    if (misfit !== undefined) refuse('schema_outdated', misfit);
    return { status: 200, json: { status: 'ready' } };
  },
});

export const healthRoutes: readonly Route[] = [live, ready];
