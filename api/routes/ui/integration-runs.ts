import { Type } from '@sinclair/typebox';
import { setEnabled } from '../../../commands/integrations/set-enabled.ts';
import { startRun } from '../../../commands/integrations/start-run.ts';
import { transact } from '../../../db/transact.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { entityTag } from '../../http/entity-tags.ts';
import { forSession } from '../../auth/for-session.ts';
import { parseObject } from '../../body/parse-document.ts';
import { presentEditableIntegration } from '../../present/integration.ts';
import { presentTriggered } from '../../present/run.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { RawBody } from '../../exchange.ts';
import { triggeredRunSchema } from '../../schemas/integrations/integrations.ts';
import { runRequestSchema, uiIntegrationSchema } from '../../schemas/ui/integrations.ts';
import { ingestionRunRoutes } from '../integrations/ingestion-runs.ts';
import { integrationRoutes } from '../integrations/integrations.ts';
import { runUndoRoutes } from '../integrations/run-undo.ts';

const params = Type.Object({ id: Type.String({ description: 'Its externalId' }) });
const path = '/ui/integrations/:id';
const tag = 'web ui';
const access = 'session';
const permission = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

const runRoute = defineRoute({
  method: 'POST',
  path: `${path}/run`,
  name: 'runPageIntegration',
  refuses: ['run_in_progress', 'invalid_transition'],
  summary: 'Run an integration now; acceptRemovals overrides the removal fuse for this run',
  tag,
  access,
  permission,
  params,
  body: { schema: runRequestSchema, required: false },
  dryRun: true,
  answers: {
    200: { description: 'Only with dryRun' },
    202: { description: 'The run has begun', schema: triggeredRunSchema },
  },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const accepted = await readAccepted(body);
    const { runId } = await transact(services.database, (tx) =>
      startRun(tx, { id, principal, requestId, now, ...accepted }),
    );
    return {
      status: 202,
      headers: { location: `/ui/integrations/${encodeURIComponent(id)}/runs/${runId}` },
      json: presentTriggered(id, runId, now),
    };
  },
});

async function readAccepted(body: RawBody) {
  if (body.format === 'none') return {};
  const { document } = await parseObject(body);
  const { acceptRemovals, acceptRemovalsOf } = assertValid(
    runRequestSchema,
    document,
    'invalid_body',
  );
  return { acceptedRemovals: acceptRemovals, acceptedRun: acceptRemovalsOf };
}

function enablingRoute(verb: 'enable' | 'disable', summary: string): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/${verb}`,
    name: `${verb}Integration`,
    sends: ['etag'],
    summary,
    tag,
    access,
    permission,
    params,
    body: { required: false },
    dryRun: true,
    answers: { 200: { description: 'The integration as it is now', schema: uiIntegrationSchema } },
    handle: async ({ params, principal, requestId, now, services }) => {
      const { database, settings } = services;
      const id = checkDocumentId(params.id);
      const enabled = verb === 'enable';
      await transact(database, (tx) => setEnabled(tx, { id, principal, requestId, now, enabled }));
      const key = { principal, id };
      const read = await presentEditableIntegration(database, key, settings.secretKey);
      const etag = entityTag({ revision: read.revision, edition: 0 }, 'json');
      return { status: 200, headers: { etag }, json: read.json };
    },
  });
}

/**
 * Routes that the web UI shares with the public API: all except the trigger and the single integration, which
 * differ.
 */
const shared = [...integrationRoutes, ...ingestionRunRoutes, ...runUndoRoutes]
  .map(forSession)
  .filter((route) => route.path !== path && route.path !== runRoute.path);

/** Runs of integrations in the web UI, manual and scheduled. */
export const uiIntegrationRunRoutes: readonly Route[] = [
  ...shared,
  runRoute,
  enablingRoute('enable', 'Enable the schedule of an integration'),
  enablingRoute('disable', 'Disable the schedule of an integration'),
];
