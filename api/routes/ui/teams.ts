import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { listTeamRoles } from '../../../commands/teams/list-team-roles.ts';
import { findDocument } from '../../../db/tables/documents/documents.ts';
import { listSignedInNames } from '../../../db/views/organizations/person-names.ts';
import { team } from '../../../domain/kinds/team.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { defineRoute } from '../../route.ts';
import { pageTeamSchema } from '../../schemas/ui/teams.ts';

type Member = { emailAddress: string; name?: string | null };

/** A team with the names of its people in one answer, for the pages of what it owns. */
export const pageTeamRoute = defineRoute({
  method: 'GET',
  path: '/ui/teams/:id',
  name: 'getTeamWithNames',
  refuses: ['not_found'],
  summary: 'Get a team with the names of its members',
  tag: 'web ui',
  access: 'session',
  params: Type.Object({ id: Type.String({ description: 'Id of the team' }) }),
  answers: { 200: { description: 'The team', schema: pageTeamSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const { knex } = services.database;
    const id = checkDocumentId(params.id);
    const stored = await findDocument(knex, { organizationId, kind: team.name, id });
    if (!stored) return refuseUnknownDocument(team, id);
    const document = JSON.parse(stored.body) as JsonObject & { members?: Member[] | null };
    const members = document.members ?? [];
    const emails = members.map(({ emailAddress }) => emailAddress.toLowerCase());
    const names = await listSignedInNames(knex, organizationId, emails);
    const roles = await listTeamRoles(knex, organizationId);
    const named = members.map((member) => ({
      ...member,
      name: names.get(member.emailAddress.toLowerCase()) ?? member.name ?? null,
    }));
    return { status: 200, json: { ...document, members: named, roles } };
  },
});
