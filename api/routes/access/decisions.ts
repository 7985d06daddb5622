import { Type } from '@sinclair/typebox';
import { approve, cancel, reject } from '../../../commands/access/decide-access.ts';
import type { AccessDecision } from '../../../commands/access/decide-access.ts';
import type { Database } from '../../../db/connect.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Permission } from '../../../domain/organizations/permissions.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { accessPage } from '../../present/document-page.ts';
import { preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest, RawBody } from '../../exchange.ts';
import { accessCancelSchema } from '../../schemas/access/access.ts';

type Request = ApiRequest<{ id: string }, object>;

async function decide(
  { params: { id }, principal, requestId, now, header, services }: Request,
  decideAs: (database: Database, decision: AccessDecision) => Promise<unknown>,
): Promise<Answer> {
  const accessId = checkDocumentId(id);
  const preconditions = readPreconditions(header);
  const decision = { id: accessId, preconditions, principal, requestId, now };
  await decideAs(services.database, decision);
  const page = accessPage(services.settings.publicUrl, accessId);
  return { status: 200, headers: { 'location-html': headerValue(page) } };
}

function decisionRoute(
  name: 'approve' | 'reject',
  summary: string,
  decideAs: typeof approve,
): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/access/:id/${name}`,
    name: `${name}Access`,
    takes: preconditionHeaders,
    sends: ['location-html'],
    refuses: ['gone', 'invalid_transition'],
    summary,
    tag: 'access',
    permission: { actions: ['ACCESS_APPROVE'], on: 'owner' },
    dryRun: true,
    answers: {
      200: { description: 'Done, even if it was so before; the answer has no body' },
    },
    handle: (request) => decide(request, decideAs),
  });
}

const cancelPermissions: readonly Permission[] = ['ACCESS_TERMINATE', 'ACCESS_APPROVE'];

const cancelRoute = defineRoute({
  method: 'POST',
  path: '/api/access/:id/cancel',
  name: 'cancelAccess',
  takes: preconditionHeaders,
  sends: ['location-html'],
  refuses: ['gone', 'invalid_transition'],
  summary: 'End an approved access, now or at a date; sends no mails',
  tag: 'access',
  permission: { actions: cancelPermissions, on: 'owner' },
  dryRun: true,
  query: Type.Object({
    endDate: Type.Optional(
      Type.String({ description: 'Instead of the body: last active day, or an exact date-time' }),
    ),
  }),
  body: { schema: accessCancelSchema, required: false },
  answers: {
    200: { description: 'Done, even if it was so before; the answer has no body' },
  },
  handle: async (request) => {
    const endDate = await readEndDate(request.body, request.query.endDate);
    return decide(request, (database, decision) => cancel(database, { ...decision, endDate }));
  },
});

async function readEndDate(
  body: RawBody,
  queried: string | undefined,
): Promise<string | undefined> {
  if (body.text.trim() === '') return queried;
  const { document } = await parseObject(body);
  const { endDate } = assertValid(accessCancelSchema, document, 'invalid_body');
  if (endDate && queried !== undefined && endDate !== queried) {
    refuse('bad_request', `endDate is '${endDate}' in the body and '${queried}' in the query.`);
  }
  return endDate ?? queried;
}

/** Decisions of people about an access. */
export const accessDecisionRoutes: readonly Route[] = [
  decisionRoute('approve', 'Approve a requested access; sends no mails', approve),
  decisionRoute('reject', 'Reject a requested access; sends no mails', reject),
  cancelRoute,
];
