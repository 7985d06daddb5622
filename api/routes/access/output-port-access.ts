import { Type } from '@sinclair/typebox';
import { holdsOnSide } from '../../../commands/access/assert-side.ts';
import { requestAccess } from '../../../commands/access/request-access.ts';
import { runOnStored } from '../../../commands/tasks/run-task.ts';
import { findDocument, findHeadAndTeams } from '../../../db/tables/documents/documents.ts';
import { listAccess } from '../../../db/views/access/list.ts';
import { withoutAbsent } from '../../../domain/access/access.ts';
import type { Access } from '../../../domain/access/access.ts';
import { accessStates, statusOf } from '../../../domain/access/access-life.ts';
import type { AccessState } from '../../../domain/access/access-life.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { PortExtract } from '../../../domain/documents/product-extracts.ts';
import { refuse } from '../../../domain/errors.ts';
import { mayWrite } from '../../../domain/organizations/permissions.ts';
import type { Principal } from '../../../domain/principal.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { accessPage } from '../../present/documents/document-page.ts';
import { headerValue } from '../../http/header-values.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  accessStatusSchema,
  accessRequestSchema,
  requestedAccessSchema,
} from '../../schemas/access/access.ts';
import type { Services } from '../../services.ts';

const path = '/api/dataproducts/:id/outputports/:outputPortId';

const requestRoute = defineRoute({
  method: 'POST',
  path: `${path}/request-access`,
  name: 'requestAccess',
  sends: ['location', 'location-html'],
  refuses: ['unknown_reference'],
  summary: 'Request access to an output port',
  tag: 'access',
  permission: { actions: ['ACCESS_REQUEST', 'ACCESS_ADD'], on: 'owner' },
  body: { schema: accessRequestSchema },
  answers: {
    201: {
      description: 'Requested; status says whether it was approved at once',
      schema: requestedAccessSchema,
    },
  },
  handle: async (request) => {
    const { params, body, principal, requestId, now, services, reading } = request;
    const { id, outputPortId } = params;
    const { document } = await parseObject(body);
    const requested = assertValid(accessRequestSchema, document, 'invalid_body');
    const { accessId, state } = await requestAccess(services.database, requested, {
      dataProductId: checkDocumentId(id),
      outputPortId,
      principal,
      requestId,
      now,
      reading,
    });
    return {
      status: 201,
      json: { accessId, status: state },
      headers: {
        location: `/api/access/${accessId}`,
        'location-html': headerValue(accessPage(services.settings.publicUrl, accessId)),
      },
    };
  },
});

const statusRoute = defineRoute({
  method: 'GET',
  path: `${path}/access-status`,
  name: 'getAccessStatus',
  summary: 'Get whether the key has access to an output port, and whether it can get access',
  tag: 'access',
  query: Type.Object({
    teamId: Type.Optional(
      Type.String({
        description: 'Asks for this team; otherwise for the team or the person of the key',
      }),
    ),
  }),
  answers: { 200: { description: 'The status of the access', schema: accessStatusSchema } },
  handle: async ({ params: { id, outputPortId }, query, principal, services }) => {
    const dataProductId = checkDocumentId(id);
    const port = await readPort(services, principal, dataProductId, outputPortId);
    const consumer = consumerOf(principal, query.teamId);
    await assertTeam(services, principal, query.teamId);
    const best = await findBest(services, principal, consumer, { dataProductId, outputPortId });
    const sides = {
      ...consumer,
      providerTeamId: await findOwner(services, principal, dataProductId),
    };
    const mayRequest = await holdsOnSide(services.database.knex, principal, sides, {
      provider: ['ACCESS_ADD'],
      consumer: ['ACCESS_REQUEST', 'ACCESS_ADD'],
    });
    const standing = { dataProductId, outputPortId, port, best, principal, sides, mayRequest };
    return { status: 200, json: describe(standing) };
  },
});

async function assertTeam(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const { head } = await findHeadAndTeams(knex, { organizationId, kind: 'team', id }, []);
  if (!head) refuse('bad_request', `teamId=${id} names no team.`);
}

async function findOwner(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  dataProductId: string,
): Promise<string | undefined> {
  const key = { organizationId, kind: 'data-product', id: dataProductId };
  return (await findHeadAndTeams(knex, key, [])).head?.ownerId ?? undefined;
}

async function readPort(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  dataProductId: string,
  outputPortId: string,
): Promise<PortExtract> {
  const key = { organizationId, kind: 'data-product', id: dataProductId };
  const stored = await findDocument(knex, key);
  const found = stored && (await runOnStored('findPort', stored.body, outputPortId));
  if (found?.port) return found.port;
  const what = stored ? `has no output port '${outputPortId}'` : 'does not exist';
  return refuse('not_found', `The data product '${dataProductId}' ${what}.`);
}

/** States in order of preference: the closest to use first. */
const byUse: readonly AccessState[] = ['active', 'upcoming', 'requested', 'rejected', 'expired'];

async function findBest(
  { database: { knex } }: Services,
  principal: Principal,
  consumer: Consumer,
  port: { dataProductId: string; outputPortId: string },
): Promise<Access | undefined> {
  if ((consumer.consumerTeamId ?? consumer.consumerUserId) === undefined) return undefined;
  const { consumerTeamId, consumerUserId } = consumer;
  const filter = {
    consumerTeamIds: consumerTeamId === undefined ? undefined : [consumerTeamId],
    consumerUserId,
    providerDataProductId: port.dataProductId,
    outputPortId: port.outputPortId,
    states: accessStates,
  };
  const page = { after: undefined, limit: 1_000, offset: 0 };
  const all = await listAccess(knex, principal.organizationId, filter, page);
  return all.sort((one, other) => byUse.indexOf(one.state) - byUse.indexOf(other.state))[0];
}

type Consumer = { consumerTeamId: string | undefined; consumerUserId: string | undefined };

/** The consumer that the request is about; empty if a key of the organization names no team. */
function consumerOf({ teamId: ownTeam, email }: Principal, teamId: string | undefined): Consumer {
  const team = teamId ?? ownTeam;
  return { consumerTeamId: team, consumerUserId: team === undefined ? email : undefined };
}

type Standing = {
  dataProductId: string;
  outputPortId: string;
  port: PortExtract;
  best: Access | undefined;
  principal: Principal;
  sides: Consumer & { providerTeamId: string | undefined };
  mayRequest: boolean;
};

function describe({ dataProductId, outputPortId, port, best, ...standing }: Standing) {
  const { providerTeamId, consumerTeamId } = standing.sides;
  const isOwnTeam = consumerTeamId !== undefined && consumerTeamId === providerTeamId;
  const [isInstant, instantReason] = isOwnTeam
    ? [true, 'The team provides the output port itself.']
    : port.approvesItself
      ? [true, 'The output port approves requests by itself.']
      : [false, 'The providing team decides about each request.'];
  const problem = problemOf(best, standing);
  const canRequestAccess = problem === undefined;
  return withoutAbsent({
    dataProductId,
    outputPortId,
    dataContractId: port.contractId,
    outputPortType: port.type,
    canGetInstantAccess: canRequestAccess && isInstant,
    canGetInstantAccessReason: problem ?? instantReason,
    canRequestAccess,
    canRequestAccessReason: problem ?? 'Nothing stands against it.',
    accessId: best?.id,
    accessStatus: best && statusOf(best),
    accessLifecycleStatus: best?.state,
  });
}

/** Says which access keeps from requesting another one. */
const heldWords: Readonly<Record<string, string>> = {
  active: 'There is an active access already.',
  upcoming: 'There is an approved access already, which begins later.',
  requested: 'There is a request already, which waits for a decision.',
};

/** The reason why this key cannot request access now. */
function problemOf(
  best: Access | undefined,
  { principal, mayRequest }: Pick<Standing, 'principal' | 'mayRequest'>,
): string | undefined {
  const held = best && heldWords[best.state];
  if (held !== undefined) return held;
  if (mayRequest) return undefined;
  return mayWrite(principal)
    ? 'This key lacks the permission ACCESS_REQUEST on the consuming team.'
    : `A key with scope '${principal.scope}' may only read.`;
}

/** Requests and states of access to an output port. */
export const outputPortAccessRoutes: readonly Route[] = [requestRoute, statusRoute];
