import { Type } from '@sinclair/typebox';
import { changeAssetAssignment } from '../../../commands/assets/change-asset-assignment.ts';
import { changeAssetTag } from '../../../commands/assets/change-asset-tag.ts';
import { listAssetTags } from '../../../db/tables/ingestion/asset-tags.ts';
import { findHeadAndTeams } from '../../../db/tables/documents/documents.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { asset } from '../../../domain/kinds/asset.ts';
import { tag } from '../../../domain/kinds/tag.ts';
import { headerValue } from '../../http/header-values.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const tagsRoute = defineRoute({
  method: 'GET',
  path: '/api/assets/:id/assigned-tags',
  name: 'listAssignedTags',
  summary: 'List the ids of the tags assigned to an asset',
  tag: asset.collection,
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

/** Answers like a PUT of the asset: no body, and the URL of its page. */
const tagRoute = (method: keyof typeof tagChanges): Route =>
  defineRoute({
    method,
    path: '/api/assets/:id/assigned-tags/*tagId',
    name: method === 'PUT' ? 'assignTag' : 'unassignTag',
    sends: ['location-html', 'x-catalog-warnings'],
    refuses: ['unknown_reference'],
    summary: method === 'PUT' ? 'Assign a tag to an asset' : 'Remove a tag from an asset',
    tag: asset.collection,
    answers: { 200: { description: 'Done, even if it was so before; the answer has no body' } },
    handle: async ({ params, principal, requestId, now, services }) => {
      const assetId = checkDocumentId(params.id, asset);
      const tagId = checkDocumentId(params.tagId, tag);
      const change = tagChanges[method];
      const warning = await changeAssetTag(services.database, {
        assetId,
        tagId,
        change,
        principal,
        requestId,
        now,
      });
      const headers = pageHeader(services.settings.publicUrl, assetId);
      const warnings = warning === undefined ? undefined : headerValue(warning);
      return { status: 200, headers: { ...headers, 'x-catalog-warnings': warnings } };
    },
  });

const productParams = { id: Type.String(), dataProductId: Type.String() };

const assignmentRoute = (method: keyof typeof tagChanges, toPort: boolean): Route =>
  defineRoute({
    method,
    path: `/api/assets/:id/assignments/:dataProductId${toPort ? '/:outputPortId' : ''}`,
    name: `${method === 'PUT' ? 'assignAssetTo' : 'unassignAssetFrom'}${toPort ? 'OutputPort' : 'DataProduct'}`,
    sends: ['location-html'],
    refuses: ['unknown_reference'],
    summary: `${method === 'PUT' ? 'Assign an asset to' : 'End the assignment of an asset to'} ${
      toPort ? 'an output port' : 'a data product'
    }`,
    tag: asset.collection,
    params: Type.Object(toPort ? { ...productParams, outputPortId: Type.String() } : productParams),
    answers: { 200: { description: 'Done, even if it was so before; the answer has no body' } },
    handle: async ({ params, principal, requestId, now, services, reading }) => {
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
        reading,
      });
      return { status: 200, headers: pageHeader(services.settings.publicUrl, assetId) };
    },
  });

function pageHeader(publicUrl: string, id: string): Record<string, string> {
  const page = `${publicUrl}/${asset.collection}/${encodeURIComponent(id)}`;
  return { 'location-html': headerValue(page) };
}

/** Routes of assets besides those of all documents. */
export const assetRoutes: readonly Route[] = [
  tagsRoute,
  tagRoute('PUT'),
  tagRoute('DELETE'),
  ...[false, true].flatMap((toPort) => [
    assignmentRoute('PUT', toPort),
    assignmentRoute('DELETE', toPort),
  ]),
];
