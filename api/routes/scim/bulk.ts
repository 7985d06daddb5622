import { runBulk } from '../../../commands/scim/run-bulk.ts';
import type { BulkResult } from '../../../commands/scim/run-bulk.ts';
import { bulkLimits, readBulk } from '../../../domain/scim/protocol/bulk.ts';
import { versionOf } from '../../../domain/scim/resource/represent.ts';
import { scimPath } from '../../../domain/scim/schemas/resource-types.ts';
import { parseObject } from '../../body/parse-document.ts';
import { explain } from '../../http/errors/errors.ts';
import { scimError, scimType } from '../../http/errors/scim-error.ts';
import { defineRoute } from '../../route.ts';
import { scimBulkAnswerSchema, scimBulkSchema } from '../../schemas/scim/resources.ts';
import { baseUrlOf } from './answers.ts';

const answerUrn = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

/** Many writes of users and groups in one request. */
export const scimBulkRoute = defineRoute({
  method: 'POST',
  path: `${scimPath}/Bulk`,
  name: 'runScimBulk',
  summary: 'Run many writes of SCIM; each has an outcome of its own',
  tag: 'scim',
  permission: 'organization',
  body: { schema: scimBulkSchema, limitBytes: bulkLimits.bytes },
  answers: {
    200: { description: 'The outcomes', schema: scimBulkAnswerSchema, contentType: scimType },
  },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const cause = { principal, requestId, now };
    const results = await runBulk(services.database, readBulk(document), cause);
    const baseUrl = baseUrlOf(services);
    const outcomes = results.map((result) => present(result, baseUrl));
    const json = { schemas: [answerUrn], Operations: outcomes };
    return { status: 200, json, contentType: scimType };
  },
});

function present(result: BulkResult, baseUrl: string): object {
  const { operation, type, id } = result;
  const { method, bulkId } = operation;
  const known = { method, ...(bulkId !== undefined && { bulkId }) };
  if ('refusal' in result) {
    const { status, json } = scimError(explain(result.refusal));
    const isNamed = method !== 'POST' && operation.path !== '';
    const location = isNamed ? { location: `${baseUrl}${operation.path}` } : {};
    return { ...known, ...location, status: String(status), response: json };
  }
  return {
    ...known,
    location: `${baseUrl}${type?.endpoint}/${id}`,
    ...('revision' in result && { version: versionOf(result.revision) }),
    status: String(result.status),
  };
}
