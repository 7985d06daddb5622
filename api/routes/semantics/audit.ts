import { Type } from '@sinclair/typebox';
import { getNamespace, refuseUnknownBranch } from '../../../commands/semantics/semantic-request.ts';
import { findBranch } from '../../../db/tables/semantics/ontology-branches.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { checkBranchName } from '../../../domain/semantics/branch-names.ts';
import { answerTrail, trailAnswer, trailQuery } from '../../present/audit-trail.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const path = '/api/semantics/experimental/namespaces/:namespace';
const params = Type.Object({ namespace: Type.String() });

const namespaceRoute = defineRoute({
  method: 'GET',
  path: `${path}/audit`,
  name: 'listNamespaceAuditEntries',
  summary:
    'List everything that was done to a namespace, newest first; for keys of the organization',
  tag: 'semantics',
  permission: 'organization',
  query: trailQuery,
  answers: { 200: trailAnswer },
  handle: ({ params, query, principal: { organizationId }, url, services }) => {
    const id = checkDocumentId(params.namespace);
    const subject = { organizationId, kind: 'semantic-namespace', id };
    return answerTrail({ query, url, services }, subject, () =>
      getNamespace(services.database.knex, { organizationId, id }),
    );
  },
});

const branchRoute = defineRoute({
  method: 'GET',
  path: `${path}/branches/:branch/audit`,
  name: 'listBranchAuditEntries',
  summary: 'List everything that was done to a branch, newest first; for keys of the organization',
  tag: 'semantics',
  permission: 'organization',
  params: Type.Object({ ...params.properties, branch: Type.String() }),
  query: trailQuery,
  answers: { 200: trailAnswer },
  handle: ({ params, query, principal: { organizationId }, url, services }) => {
    const namespaceId = checkDocumentId(params.namespace);
    const name = checkBranchName(params.branch);
    const subject = { organizationId, kind: 'semantic-branch', id: `${namespaceId}/${name}` };
    return answerTrail({ query, url, services }, subject, async () => {
      const branch = await findBranch(services.database.knex, {
        organizationId,
        namespaceId,
        name,
      });
      return branch ?? refuseUnknownBranch(namespaceId, name);
    });
  },
});

/** Audit trails of namespaces and branches. */
export const semanticAuditRoutes: readonly Route[] = [namespaceRoute, branchRoute];
