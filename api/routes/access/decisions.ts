import { Type } from '@sinclair/typebox';
import type { Static, TObject } from '@sinclair/typebox';
import { approve, cancel, reject, requestChange } from '../../../commands/access/decide-access.ts';
import type { AccessDecision } from '../../../commands/access/decide-access.ts';
import { previewAccess } from '../../../commands/access/preview-access.ts';
import type { Database } from '../../../db/connect.ts';
import type { Access } from '../../../domain/access/access.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Permission } from '../../../domain/organizations/permissions.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { accessPage } from '../../present/documents/document-page.ts';
import { preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest, RawBody } from '../../exchange.ts';
import {
  accessCancelSchema,
  accessChangeRequestSchema,
  accessDecisionSchema,
} from '../../schemas/access/decisions.ts';
import { accessPreviewSchema } from '../../schemas/access/preview.ts';

type Request = ApiRequest<{ id: string }, object>;

async function decide(
  { params: { id }, principal, requestId, now, header, services }: Request,
  note: string | undefined,
  decideAs: (database: Database, decision: AccessDecision) => Promise<Access>,
): Promise<Answer> {
  const accessId = checkDocumentId(id);
  const preconditions = readPreconditions(header);
  const decision = { id: accessId, preconditions, note, principal, requestId, now };
  const access = await decideAs(services.database, decision);
  const page = accessPage(services.settings.publicUrl, accessId);
  return {
    status: 200,
    headers: { 'location-html': headerValue(page) },
    preview: ({ database }) => previewAccess(database.knex, principal, access, now),
  };
}

/** The declaration that all decisions share. */
const shared = {
  method: 'POST',
  takes: preconditionHeaders,
  sends: ['location-html'],
  refuses: ['gone', 'invalid_transition'],
  tag: 'access',
  dryRun: true,
  preview: accessPreviewSchema,
  answers: {
    200: { description: 'Done, even if it was so before; the answer has no body' },
  },
} as const;

function decisionRoute(
  name: 'approve' | 'reject',
  summary: string,
  decideAs: typeof approve,
): Route {
  return defineRoute({
    ...shared,
    path: `/api/access/:id/${name}`,
    name: `${name}Access`,
    summary,
    permission: { actions: ['ACCESS_APPROVE'], on: 'owner' },
    body: { schema: accessDecisionSchema, required: false, ignoresOtherTypes: true },
    handle: async (request) => {
      const { note } = await readOptional(request.body, accessDecisionSchema);
      return decide(request, said(note), decideAs);
    },
  });
}

const changeRoute = defineRoute({
  ...shared,
  path: '/api/access/:id/request-change',
  name: 'requestAccessChange',
  summary:
    'Ask the requester to change a request, which stays open; their next PUT with a change answers it; sends no mails',
  permission: { actions: ['ACCESS_APPROVE'], on: 'owner' },
  body: { schema: accessChangeRequestSchema },
  handle: async (request) => {
    const { document } = await parseObject(request.body);
    const sent = assertValid(accessChangeRequestSchema, document, 'invalid_body');
    const note = said(sent.note);
    if (note === undefined) {
      const message = 'must say what is to change';
      return refuse('invalid_body', `'note' ${message}.`, {
        violations: [{ field: 'note', message }],
      });
    }
    return decide(request, note, (database, decision) =>
      requestChange(database, { ...decision, note }),
    );
  },
});

const cancelPermissions: readonly Permission[] = ['ACCESS_TERMINATE', 'ACCESS_APPROVE'];

const cancelRoute = defineRoute({
  ...shared,
  path: '/api/access/:id/cancel',
  name: 'cancelAccess',
  summary: 'End an approved access, now or at a date; sends no mails',
  permission: { actions: cancelPermissions, on: 'owner' },
  query: Type.Object({
    endDate: Type.Optional(
      Type.String({ description: 'Instead of the body: last active day, or an exact date-time' }),
    ),
  }),
  body: { schema: accessCancelSchema, required: false },
  handle: async (request) => {
    const { note, ...sent } = await readOptional(request.body, accessCancelSchema);
    const endDate = chooseEnd(sent.endDate ?? undefined, request.query.endDate);
    return decide(request, said(note), (database, decision) =>
      cancel(database, { ...decision, endDate }),
    );
  },
});

/** The body as the schema has it; without a body all its members are absent. */
async function readOptional<Schema extends TObject>(
  body: RawBody,
  schema: Schema,
): Promise<Partial<Static<Schema>>> {
  if (['', 'null'].includes(body.text.trim())) return {};
  const { document } = await parseObject(body);
  return assertValid(schema, document, 'invalid_body');
}

/** A note that says something. */
function said(note: string | null | undefined): string | undefined {
  return note?.trim() ? note : undefined;
}

function chooseEnd(sent: string | undefined, queried: string | undefined): string | undefined {
  if (sent && queried !== undefined && sent !== queried) {
    refuse('bad_request', `endDate is '${sent}' in the body and '${queried}' in the query.`);
  }
  return sent ?? queried;
}

/** Decisions of people about an access. */
export const accessDecisionRoutes: readonly Route[] = [
  decisionRoute('approve', 'Approve a requested access; sends no mails', approve),
  decisionRoute('reject', 'Reject a requested access; sends no mails', reject),
  changeRoute,
  cancelRoute,
];
