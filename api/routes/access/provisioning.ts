import { Type } from '@sinclair/typebox';
import { refuseMissing } from '../../../commands/access/change-access.ts';
import {
  putProvisioning,
  reportProvisioning,
} from '../../../commands/access/report-provisioning.ts';
import type { ReportedProvisioning } from '../../../commands/access/report-provisioning.ts';
import { findAccess } from '../../../db/tables/access/access.ts';
import { listProvisioningReports } from '../../../db/tables/access/provisioning-reports.ts';
import {
  provisioningReportSchema,
  provisioningSchema,
  provisioningStatuses,
  provisioningWriteSchema,
  reportedStatuses,
} from '../../../domain/access/provisioning.ts';
import type { Provisioning, ProvisioningStatus } from '../../../domain/access/provisioning.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import {
  entityTag,
  isNotModified,
  preconditionHeaders,
  readPreconditions,
} from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { answerList, pagingQuery, readUuidKey, readPage } from '../../http/paging/paging.ts';
import { parseObject } from '../../body/parse-document.ts';
import { operationName } from '../../operation-name.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { ApiRequest, RawBody } from '../../exchange.ts';
import { reportEntrySchema } from '../../schemas/access/access.ts';
import type { Services } from '../../services.ts';

const path = '/api/access/:id/provisioning';
const permission = { actions: ['ACCESS_EDIT'], on: 'owner' } as const;
const answers = { 200: { description: 'The merged record', schema: provisioningSchema } };

type Request = ApiRequest<{ id: string }, object>;

function toReport({ params: { id }, principal, requestId, now, header, services }: Request) {
  const { publicUrl } = services.settings;
  const preconditions = readPreconditions(header);
  return { id: checkDocumentId(id), preconditions, principal, requestId, now, publicUrl };
}

/** Operators see a failure in the log if no team member receives it by mail. */
function answer(
  { services, params: { id } }: Request,
  reported: ReportedProvisioning,
): Provisioning {
  const { record, noticed } = reported;
  if (noticed?.mails === 0 && !noticed.muted) {
    const { teamId, messages } = noticed;
    services.log.warn(
      { access: id, teamId, messages },
      'no recipient for the mail about a failed provisioning',
    );
  }
  return record;
}

function reportRoute(name: string, status: ProvisioningStatus): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/${name}`,
    name: operationName('report', name.replace('-', ' ')),
    takes: preconditionHeaders,
    sends: ['x-catalog-warnings'],
    refuses: ['gone'],
    summary: `Report that ${name.replace('-', ' has ')}`,
    tag: 'access',
    permission,
    body: { schema: provisioningReportSchema, required: false },
    answers,
    handle: async (request) => {
      const document = await readOptional(request.body);
      const report = assertValid(provisioningReportSchema, document, 'invalid_body');
      const { database } = request.services;
      const reported = await reportProvisioning(database, toReport(request), status, report);
      const ignored = Object.keys(document).filter(
        (name) => !Object.hasOwn(provisioningReportSchema.properties, name),
      );
      return {
        status: 200,
        json: answer(request, reported),
        headers: {
          'x-catalog-warnings':
            ignored.length > 0
              ? headerValue(`Unknown members are kept with the report only: ${ignored.join(', ')}`)
              : undefined,
        },
      };
    },
  });
}

async function readOptional(body: RawBody): Promise<JsonObject> {
  return body.text.trim() === '' ? {} : (await parseObject(body)).document;
}

const putRoute = defineRoute({
  method: 'PUT',
  path,
  name: 'putAccessProvisioning',
  takes: preconditionHeaders,
  refuses: ['gone'],
  summary: 'Replace the provisioning record; a changed status counts as a report',
  tag: 'access',
  permission,
  body: { schema: provisioningWriteSchema },
  answers,
  handle: async (request) => {
    const { document } = await parseObject(request.body);
    if (!provisioningStatuses.some((status) => status === document.status)) {
      const said =
        document.status === undefined ? 'is missing' : `is ${JSON.stringify(document.status)}`;
      refuse(
        'bad_request',
        `status ${said}: it must be one of ${provisioningStatuses.join(', ')}.`,
        {
          violations: [
            { field: 'status', message: `must be one of ${provisioningStatuses.join(', ')}` },
          ],
        },
      );
    }
    const write = assertValid(provisioningWriteSchema, document, 'invalid_body');
    const { database } = request.services;
    const reported = await putProvisioning(database, toReport(request), write);
    return { status: 200, json: answer(request, reported) };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getAccessProvisioning',
  refuses: ['gone'],
  summary: 'Get the provisioning record of an access',
  tag: 'access',
  answers: { ...answers, 304: { description: 'The client already has the current version' } },
  handle: async ({ params: { id }, principal, header, services }) => {
    const { provisioning, revision } = await getAccess(services, principal.organizationId, id);
    const etag = entityTag({ revision, edition: 0 }, { mark: 'provisioning' });
    if (provisioning !== undefined && isNotModified(header, etag))
      return { status: 304, headers: { etag } };
    if (provisioning !== undefined) return { status: 200, text: provisioning, headers: { etag } };
    return refuse('not_found', `Nothing was reported about the access '${id}' yet.`);
  },
});

async function getAccess(
  { database: { knex } }: Services,
  organizationId: Parameters<typeof findAccess>[1]['organizationId'],
  id: string,
) {
  const key = { organizationId, id: checkDocumentId(id) };
  return (await findAccess(knex, key)) ?? refuseMissing(knex, key);
}

const listRoute = defineRoute({
  method: 'GET',
  path: `${path}/reports`,
  name: 'listProvisioningReports',
  refuses: ['gone'],
  summary: 'List the provisioning reports of an access as received, newest first',
  tag: 'access',
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The reports', schema: Type.Array(reportEntrySchema) } },
  handle: async ({ params: { id }, query, principal, url, services }) => {
    const { organizationId } = principal;
    await getAccess(services, organizationId, id);
    const { limit, offset, after } = readPage(query);
    const page = { beforeId: readUuidKey(after), limit, offset };
    const key = { organizationId, id };
    const { knex } = services.database;
    const reports = await listProvisioningReports(knex, key, page);
    const rows = await withPrincipalNames(knex, organizationId, reports);
    return answerList(
      rows,
      { url, query },
      ({ at, body, ...entry }) => ({
        ...entry,
        timestamp: at.toISOString(),
        report: JSON.parse(body) as unknown,
      }),
      ({ id }) => id,
    );
  },
});

/** Reports of provisioning components. */
export const accessProvisioningRoutes: readonly Route[] = [
  ...Object.entries(reportedStatuses).map(([name, status]) => reportRoute(name, status)),
  getRoute,
  putRoute,
  listRoute,
];
