import { Type } from '@sinclair/typebox';
import { refuse } from '../../../domain/errors.ts';
import {
  allSchemas,
  describeProvider,
  describeSchema,
  describeType,
} from '../../../domain/scim/protocol/describe.ts';
import { resourceTypes, scimPath } from '../../../domain/scim/schemas/resource-types.ts';
import { scimType } from '../../http/errors/scim-error.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { discoverySchema, scimListSchema } from '../../schemas/scim/resources.ts';
import { baseUrlOf } from './answers.ts';
import { maxResults } from './read-query.ts';
import { answerAll } from './search.ts';

const shared = { method: 'GET', tag: 'scim', permission: 'organization' } as const;

const list = (description: string) => ({
  sends: ['x-total-count'] as const,
  query: Type.Object({
    filter: Type.Optional(Type.String({ description: 'Refused: there is nothing to filter' })),
  }),
  answers: { 200: { description, schema: scimListSchema, contentType: scimType } },
});

const one = (name: string, description: string) => ({
  answers: {
    200: { description, schema: discoverySchema(name, description), contentType: scimType },
  },
});

/** Clients must not believe that a filter was applied (RFC 7644 §4). */
function refuseFilter({ filter }: { filter?: string }): void {
  if (filter === undefined) return;
  refuse('permission_denied', 'These documents cannot be filtered: leave out the filter.');
}

/** Descriptions of the SCIM interface. */
export const scimDiscoveryRoutes: readonly Route[] = [
  defineRoute({
    ...shared,
    ...one('ScimServiceProviderConfig', 'What SCIM can do here'),
    path: `${scimPath}/ServiceProviderConfig`,
    name: 'getScimServiceProviderConfig',
    summary: 'Get what SCIM can do here',
    handle: ({ services }) => {
      const json = describeProvider(baseUrlOf(services), maxResults);
      return Promise.resolve({ status: 200, json, contentType: scimType });
    },
  }),
  defineRoute({
    ...shared,
    ...list('The types'),
    path: `${scimPath}/ResourceTypes`,
    name: 'getScimResourceTypes',
    summary: 'List the types of SCIM resources',
    handle: async ({ query, services }) => {
      refuseFilter(query);
      return answerAll(resourceTypes.map((type) => describeType(type, baseUrlOf(services))));
    },
  }),
  defineRoute({
    ...shared,
    ...one('ScimResourceType', 'A type of SCIM resources'),
    path: `${scimPath}/ResourceTypes/:resourceType`,
    name: 'getScimResourceType',
    summary: 'Get a type of SCIM resources',
    handle: async ({ params: { resourceType }, services }) => {
      const type = resourceTypes.find(({ kind }) => kind === resourceType);
      if (!type) refuse('not_found', `There is no type '${resourceType}'.`);
      return { status: 200, json: describeType(type, baseUrlOf(services)), contentType: scimType };
    },
  }),
  defineRoute({
    ...shared,
    ...list('The schemas'),
    path: `${scimPath}/Schemas`,
    name: 'getScimSchemas',
    summary: 'List the schemas of SCIM',
    handle: async ({ query, services }) => {
      refuseFilter(query);
      return answerAll(allSchemas.map((schema) => describeSchema(schema, baseUrlOf(services))));
    },
  }),
  defineRoute({
    ...shared,
    ...one('ScimSchema', 'A schema of SCIM'),
    path: `${scimPath}/Schemas/:schemaId`,
    name: 'getScimSchema',
    summary: 'Get a schema of SCIM',
    handle: async ({ params: { schemaId }, services }) => {
      const schema = allSchemas.find(({ id }) => id.toLowerCase() === schemaId.toLowerCase());
      if (!schema) refuse('not_found', `There is no schema '${schemaId}'.`);
      return {
        status: 200,
        json: describeSchema(schema, baseUrlOf(services)),
        contentType: scimType,
      };
    },
  }),
];
