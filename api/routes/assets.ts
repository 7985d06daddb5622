import { Type } from '@sinclair/typebox';
import { changeAssetAssignment } from '../../commands/assets/change-asset-assignment.ts';
import { changeAssetTag } from '../../commands/assets/change-asset-tag.ts';
import { listAssetTags } from '../../db/tables/asset-tags.ts';
import { findHeadAndTeams } from '../../db/tables/documents.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { asset } from '../../domain/kinds/asset.ts';
import { tag } from '../../domain/kinds/tag.ts';
import { headerValue } from '../header-values.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const tagsRoute = defineRoute({
  method: 'GET',
  path: '/api/assets/:id/assigned-tags',
  summary: 'List the ids of the tags assigned to an asset',
  tag: asset.collection,
  access: 'key',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 200: { description: 'The ids', schema: Type.Array(Type.String()) } },
  handle: async ({ params, principal, services }) => {
    const { organizationId } = principal;
    const { knex } = services.database;
    const id = checkDocumentId(params.id, asset);
    const { head } = await findHeadAndTeams(knex, { organizationId, kind: asset.name, id }, []);
    if (!head) refuse('not_found', `There is no asset with the id '${id}'.`);
    return { status: 200, json: await listAssetTags(knex, organizationId, id) };
  },
});

const tagChanges = { PUT: 'assign', DELETE: 'unassign' } as const;

/** Answers like a PUT of the asset: without a body, and with the address of its page. */
const tagRoute = (method: keyof typeof tagChanges): Route =>
  defineRoute({
    method,
    path: '/api/assets/:id/assigned-tags/*tagId',
    summary: method === 'PUT' ? 'Assign a tag to an asset' : 'Take a tag from an asset',
    tag: asset.collection,
    access: 'key',
    params: Type.Object({ id: Type.String(), tagId: Type.String() }),
    query: Type.Object({}),
    answers: { 200: { description: 'It is so now, or was already; the answer has no body' } },
    handle: async ({ params, principal, requestId, now, services }) => {
      const assetId = checkDocumentId(params.id, asset);
      const tagId = checkDocumentId(params.tagId, tag);
      const change = tagChanges[method];
      await changeAssetTag(services.database, {
        assetId,
        tagId,
        change,
        principal,
        requestId,
        now,
      });
      return { status: 200, headers: pageHeader(services.settings.publicUrl, assetId) };
    },
  });

const productParams = { id: Type.String(), dataProductId: Type.String() };

const assignmentRoute = (method: keyof typeof tagChanges, toPort: boolean): Route =>
  defineRoute({
    method,
    path: `/api/assets/:id/assignments/:dataProductId${toPort ? '/:outputPortId' : ''}`,
    summary: `${method === 'PUT' ? 'Assign an asset to' : 'End the assignment of an asset to'} ${
      toPort ? 'an output port' : 'a data product'
    }`,
    tag: asset.collection,
    access: 'key',
    params: Type.Object(toPort ? { ...productParams, outputPortId: Type.String() } : productParams),
    query: Type.Object({}),
    answers: { 200: { description: 'It is so now, or was already; the answer has no body' } },
    handle: async ({ params, principal, requestId, now, services }) => {
      const assetId = checkDocumentId(params.id, asset);
      const { outputPortId } = params as { outputPortId?: string };
      await changeAssetAssignment(services.database, {
        assetId,
        dataProductId: checkDocumentId(params.dataProductId),
        outputPortId,
        change: tagChanges[method],
        principal,
        requestId,
        now,
      });
      return { status: 200, headers: pageHeader(services.settings.publicUrl, assetId) };
    },
  });

function pageHeader(publicUrl: string, id: string): Record<string, string> {
  const page = `${publicUrl}/${asset.collection}/${encodeURIComponent(id)}`;
  return { 'location-html': headerValue(page) };
}

/** What assets have besides the routes of every kind of document. */
export const assetRoutes: readonly Route[] = [
  tagsRoute,
  tagRoute('PUT'),
  tagRoute('DELETE'),
  ...[false, true].flatMap((toPort) => [
    assignmentRoute('PUT', toPort),
    assignmentRoute('DELETE', toPort),
  ]),
];
