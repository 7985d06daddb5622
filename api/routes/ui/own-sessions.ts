import { Type } from '@sinclair/typebox';
import { checkSession } from '../../../commands/sessions/check-session.ts';
import { endOwnSessions, sessionsOf } from '../../../commands/sessions/end-own-sessions.ts';
import { switchOrganization } from '../../../commands/sessions/switch-organization.ts';
import { listOwnUiSessions } from '../../../db/tables/organizations/own-ui-sessions.ts';
import { refuse } from '../../../domain/errors.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { isUuid } from '../../../lib/ids.ts';
import { readSessionCookie, writeSessionCookie } from '../../auth/session-cookie.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  ownUiSessionSchema,
  switchOrganizationSchema,
  uiSessionSchema,
} from '../../schemas/ui/sessions.ts';
import { answerSignedIn } from './sessions.ts';

const path = '/ui/sessions';

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listOwnSessions',
  summary:
    'List the open sessions of the person in all organizations, or of the key; the newest first',
  tag: 'web ui',
  access: 'session',
  answers: {
    200: { description: 'The sessions, at most 100', schema: Type.Array(ownUiSessionSchema) },
  },
  handle: async ({ header, now, services: { database } }) => {
    const current = await checkSession(database.knex, readSessionCookie(header), now);
    const sessions = await listOwnUiSessions(database.knex, sessionsOf(current), now);
    const json = sessions.map((session) => ({ ...session, isCurrent: session.id === current.id }));
    return { status: 200, json };
  },
});

const endAllRoute = defineRoute({
  method: 'DELETE',
  path,
  name: 'endOwnSessions',
  sends: ['set-cookie'],
  summary: 'End all sessions of the person or the key, the current one too',
  tag: 'web ui',
  access: 'session',
  permission: 'read',
  answers: { 204: { description: 'All sessions have ended' } },
  handle: async ({ header, requestId, now, services: { database, settings } }) => {
    const owner = await checkSession(database.knex, readSessionCookie(header), now);
    await endOwnSessions(database, { owner, requestId, now });
    const headers = { 'set-cookie': writeSessionCookie(undefined, settings.publicUrl) };
    return { status: 204, headers };
  },
});

const endRoute = defineRoute({
  method: 'DELETE',
  path: `${path}/:id`,
  params: Type.Object({ id: Type.String({ description: 'Id from the list of own sessions' }) }),
  name: 'endOwnSession',
  summary: 'End one of the own sessions',
  tag: 'web ui',
  access: 'session',
  permission: 'read',
  answers: { 204: { description: 'The session has ended' } },
  handle: async ({ params: { id }, header, requestId, now, services: { database } }) => {
    const owner = await checkSession(database.knex, readSessionCookie(header), now);
    const ended = isUuid(id) ? await endOwnSessions(database, { owner, id, requestId, now }) : 0;
    if (ended === 0) refuse('not_found', `You have no open session with the id '${id}'.`);
    return { status: 204 };
  },
});

const switchRoute = defineRoute({
  method: 'POST',
  path: '/ui/session/organization',
  name: 'switchOrganization',
  sends: ['set-cookie'],
  refuses: ['permission_denied'],
  summary:
    'Go on in another organization of the person; the answer sets the cookie of a session that replaces this one',
  tag: 'web ui',
  access: 'session',
  permission: 'read',
  repeatable: false,
  body: { schema: switchOrganizationSchema, limitBytes: 10_000 },
  answers: { 200: { description: 'The session that goes on', schema: uiSessionSchema } },
  handle: async ({ body, header, requestId, now, services }) => {
    const { database, settings } = services;
    const { document } = await parseObject(body);
    const given = assertValid(switchOrganizationSchema, document, 'invalid_body');
    const session = await checkSession(database.knex, readSessionCookie(header), now);
    const signedIn = await switchOrganization(database, {
      session,
      organizationId: given.organizationId,
      secretKey: settings.secretKey,
      userAgent: header('user-agent'),
      requestId,
      now,
    });
    return answerSignedIn(services, signedIn, now);
  },
});

/** The sessions of the caller, and the change of the organization. */
export const ownSessionRoutes: readonly Route[] = [listRoute, endAllRoute, endRoute, switchRoute];
