import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import {
  acceptChange,
  declineChange,
  withdrawChange,
} from '../../../commands/change-requests/decide-change.ts';
import { getChangeRequest } from '../../../commands/change-requests/read-change-request.ts';
import { locateRefusal, readContent } from '../../../commands/documents/read-content.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { RawBody } from '../../exchange.ts';
import { preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  changeDecisionSchema,
  changeRefusalSchema,
} from '../../schemas/documents/change-requests.ts';
import { informedTeamQuery } from '../../schemas/documents/bulk.ts';

const path = '/api/change-requests/:id';

/** The declaration that all decisions share. */
const shared = {
  method: 'POST',
  takes: preconditionHeaders,
  tag: 'change requests',
  dryRun: true,
  answers: { 200: { description: 'Done; the answer has no body' } },
} as const;

/** The body as its schema has it; a missing body is a decision without a note. */
async function readDecision(body: RawBody): Promise<Static<typeof changeDecisionSchema>> {
  if (['', 'null'].includes(body.text.trim())) return {};
  const { document } = await parseObject(body);
  return assertValid(changeDecisionSchema, document, 'invalid_body');
}

const said = (note: string | null | undefined): string | undefined =>
  note?.trim() ? note : undefined;

const acceptRoute = defineRoute({
  ...shared,
  path: `${path}/accept`,
  name: 'acceptChangeRequest',
  sends: ['x-contract-change'],
  refuses: [
    'invalid_transition',
    'concurrent_change',
    'invalid_document',
    'ownership_missing',
    'unknown_reference',
    'breaking_change',
    'policy_violation',
    'in_use',
  ],
  summary:
    'Accept a change request; its text is saved as a PUT of the caller would, and the audit trail names the proposer',
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  query: Type.Object(informedTeamQuery),
  body: { schema: changeDecisionSchema, required: false },
  read: async ({ params: { id }, principal, reading, now, services }) => {
    const request = await getChangeRequest(reading.knex, principal.organizationId, id);
    const { source: text, format, kind, documentId, revision } = request;
    const { deprecatedFormatsUntil } = services.settings;
    const address = { kind, id: documentId, now, deprecatedFormatsUntil };
    const sent = { text, format };
    return { content: await readContent(sent, address), sent, revision };
  },
  handle: async ({ params, body, content, principal, requestId, now, header, ...request }) => {
    const { note } = await readDecision(body);
    const { services, reading } = request;
    const decision = { id: params.id, principal, requestId, now, note: said(note), reading };
    const preconditions = readPreconditions(header);
    const informed = [...new Set(request.query.informedTeamId)];
    const read = { content: content.content, readRevision: content.revision, informed };
    try {
      const { change } = await acceptChange(services.database, {
        ...decision,
        ...read,
        preconditions,
      });
      return { status: 200, headers: { 'x-contract-change': change?.impact } };
    } catch (error) {
      throw await locateRefusal(error, content.sent);
    }
  },
});

const declineRoute = defineRoute({
  ...shared,
  path: `${path}/decline`,
  name: 'declineChangeRequest',
  refuses: ['invalid_transition'],
  summary: 'Decline a change request with a note, for those who may save the document',
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  body: { schema: changeRefusalSchema },
  handle: async ({ params: { id }, body, principal, requestId, now, header, services }) => {
    const { document } = await parseObject(body);
    const { note } = assertValid(changeRefusalSchema, document, 'invalid_body');
    const preconditions = readPreconditions(header);
    const decision = { id, principal, requestId, now, note, preconditions };
    await declineChange(services.database, decision);
    return { status: 200 };
  },
});

const withdrawRoute = defineRoute({
  ...shared,
  path: `${path}/withdraw`,
  name: 'withdrawChangeRequest',
  refuses: ['invalid_transition'],
  summary: 'Withdraw a change request, for its proposer',
  body: { schema: changeDecisionSchema, required: false },
  handle: async ({ params: { id }, body, principal, requestId, now, header, services }) => {
    const { note } = await readDecision(body);
    const preconditions = readPreconditions(header);
    const decision = { id, principal, requestId, now, note: said(note), preconditions };
    await withdrawChange(services.database, decision);
    return { status: 200 };
  },
});

/** Decisions of people about a change request. */
export const changeDecisionRoutes: readonly Route[] = [acceptRoute, declineRoute, withdrawRoute];
