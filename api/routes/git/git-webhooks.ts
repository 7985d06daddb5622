import { Type } from '@sinclair/typebox';
import {
  createGitWebhook,
  deleteGitWebhook,
  receiveDelivery,
} from '../../../commands/git/git-webhooks.ts';
import { listGitWebhooks } from '../../../db/tables/git/webhooks.ts';
import { gitWebhookSchema } from '../../../domain/git/webhook.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const tag = 'git';

const shown = {
  id: Type.String({ format: 'uuid', description: 'Id of the webhook' }),
  gitConnectionType: gitWebhookSchema.properties.gitConnectionType,
  repositoryUrl: gitWebhookSchema.properties.repositoryUrl,
  url: Type.String({ description: 'Address for the settings of the Git host' }),
};

const webhookReadSchema = Type.Object(
  {
    ...shown,
    createdAt: Type.String({ format: 'date-time', description: 'When it was created' }),
    createdBy: Type.String({ description: 'Key or person with whose rights it pulls' }),
  },
  { $id: 'GitWebhook' },
);

const createdSchema = Type.Object(
  { ...shown, secret: Type.String({ description: 'Shown only here' }) },
  { $id: 'GitWebhookCreated' },
);

const addressOf = (publicUrl: string, id: string): string =>
  `${publicUrl.replace(/\/$/, '')}/api/git-webhooks/${id}`;

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/git-webhooks',
  name: 'createGitWebhook',
  summary:
    'Create a webhook for the pushes to a repository; each push pulls the connected documents with the rights of the caller',
  tag,
  permission: 'organization',
  refuses: ['limit_reached', 'secret_key_missing'],
  shownOnce: true,
  body: { schema: gitWebhookSchema },
  answers: { 201: { description: 'The webhook with its secret', schema: createdSchema } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const sent = assertValid(gitWebhookSchema, document, 'invalid_body');
    const { gitConnectionType: type, repositoryUrl } = sent;
    const { publicUrl, secretKey } = services.settings;
    const asked = { type, repositoryUrl, principal, requestId, now };
    const created = await createGitWebhook(services.database, asked, secretKey);
    const url = addressOf(publicUrl, created.id);
    return { status: 201, json: { ...created, gitConnectionType: type, url } };
  },
});

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/git-webhooks',
  name: 'listGitWebhooks',
  summary: 'List the webhooks of Git hosts, without their secrets',
  tag,
  permission: 'organization',
  answers: { 200: { description: 'The webhooks', schema: Type.Array(webhookReadSchema) } },
  handle: async ({ principal, services }) => {
    const found = await listGitWebhooks(services.database.knex, principal.organizationId);
    const json = found.map(({ id, type, repositoryUrl, createdAt, principal: createdBy }) => ({
      id,
      gitConnectionType: type,
      repositoryUrl,
      url: addressOf(services.settings.publicUrl, id),
      createdAt: createdAt.toISOString(),
      createdBy,
    }));
    return { status: 200, json };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/git-webhooks/:id',
  name: 'deleteGitWebhook',
  summary: 'Delete a webhook of a Git host; its later deliveries are refused',
  tag,
  permission: 'organization',
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    await deleteGitWebhook(services.database, { principal, requestId, now }, id);
    return { status: 200 };
  },
});

const receiveRoute = defineRoute({
  method: 'POST',
  path: '/api/git-webhooks/:id',
  name: 'receiveGitDelivery',
  summary: 'Receive a delivery of a Git host; its signature is verified, and a push starts pulls',
  tag,
  access: 'public',
  takes: ['x-gitea-signature', 'x-gitlab-token', 'x-hub-signature', 'x-hub-signature-256'],
  refuses: ['not_found', 'secret_key_missing'],
  body: { formats: ['json'], example: { ref: 'refs/heads/main' } },
  answers: {
    202: {
      description: 'The delivery was accepted',
      schema: Type.Object(
        { pulls: Type.Integer({ description: 'Number of requested pulls' }) },
        { $id: 'GitDeliveryAccepted' },
      ),
    },
  },
  handle: async ({ params: { id }, body, header, requestId, now, services }) => {
    const delivery = { header, text: body.text };
    const { secretKey } = services.settings;
    const pulls = await receiveDelivery(
      services.database,
      { id, delivery, requestId, now },
      secretKey,
    );
    return { status: 202, json: { pulls } };
  },
});

/** Webhooks of Git hosts. */
export const gitWebhookRoutes: readonly Route[] = [
  createRoute,
  listRoute,
  deleteRoute,
  receiveRoute,
];
