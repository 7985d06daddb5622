import { listScimResources } from '../../../db/views/scim/list-resources.ts';
import type { ScimQuery } from '../../../db/views/scim/list-resources.ts';
import type { Selection } from '../../../domain/scim/resource/select-attributes.ts';
import {
  groupType,
  resourceTypes,
  scimPath,
  userType,
} from '../../../domain/scim/schemas/resource-types.ts';
import type { ResourceType } from '../../../domain/scim/schemas/resource-types.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { Answer } from '../../exchange.ts';
import { scimType } from '../../http/errors/scim-error.ts';
import { presentResources } from '../../present/scim/present-resources.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  scimGroupListSchema,
  scimListSchema,
  scimSearchSchema,
  scimUserListSchema,
} from '../../schemas/scim/resources.ts';
import { baseUrlOf } from './answers.ts';
import type { ScimRequest } from './answers.ts';
import { readListQuery, readSelection } from './read-query.ts';

const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Answers a list of resources that are all known. */
export function answerAll(
  resources: readonly object[],
  startIndex = 1,
  total = resources.length,
): Answer {
  const json = {
    schemas: [listUrn],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
  return { status: 200, json, contentType: scimType, headers: { 'x-total-count': String(total) } };
}

/** Answers a page of the resources of the types; those of the first type come first. */
export async function answerSearch(
  types: readonly ResourceType[],
  { principal, services }: ScimRequest,
  { query, selection }: { query: ScimQuery; selection: Selection },
): Promise<Answer> {
  const { knex: db } = services.database;
  const { organizationId } = principal;
  const baseUrl = baseUrlOf(services);
  const found: JsonObject[] = [];
  let [total, isCut] = [0, false];
  for (const type of types) {
    const offset = Math.max(query.offset - total, 0);
    const limit = isCut ? 0 : query.limit - found.length;
    const queried = { type, baseUrl, isOneOfSeveral: types.length > 1 };
    const asked = { ...query, offset, limit };
    const page = await listScimResources(db, organizationId, queried, asked);
    total += page.total;
    const presenting = { db, organizationId, baseUrl, selection };
    const shown = await presentResources(type, page.resources, presenting);
    isCut ||= shown.length < page.resources.length;
    found.push(...shown);
  }
  return answerAll(found, query.offset + 1, total);
}

const searches = [
  { path: `${scimPath}/.search`, name: 'searchScim', types: resourceTypes, schema: scimListSchema },
  {
    path: `${scimPath}/Users/.search`,
    name: 'searchScimUsers',
    types: [userType],
    schema: scimUserListSchema,
  },
  {
    path: `${scimPath}/Groups/.search`,
    name: 'searchScimGroups',
    types: [groupType],
    schema: scimGroupListSchema,
  },
];

/** Queries in a body, which may be longer than an address. */
export const scimSearchRoutes: readonly Route[] = searches.map(({ path, name, types, schema }) =>
  defineRoute({
    method: 'POST',
    path,
    name,
    sends: ['x-total-count'],
    refuses: ['invalid_body'],
    summary: `Find ${types.map(({ kind }) => `${kind.toLowerCase()}s`).join(' and ')} of SCIM with a query in the body`,
    tag: 'scim',
    permission: 'organization',
    body: { schema: scimSearchSchema, limitBytes: 100_000 },
    answers: { 200: { description: 'The resources that match', schema, contentType: scimType } },
    handle: async ({ body, ...request }) => {
      const { document } = await parseObject(body);
      const given = assertValid(scimSearchSchema, document, 'invalid_body');
      const [query, selection] = [readListQuery(given), readSelection(given)];
      return answerSearch(types, request, { query, selection });
    },
  }),
);
