import { listDeletions } from '../../../db/views/documents/deletions.ts';
import { listNames } from '../../../db/views/documents/names.ts';
import type { Named, Reference } from '../../../db/views/documents/names.ts';
import { listPersonNames } from '../../../db/views/organizations/person-names.ts';
import type { Db } from '../../../db/connect.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import { namesRequestSchema, namesSchema } from '../../schemas/ui/names.ts';

const person = 'user';

function toReference(ref: string): Reference {
  const colon = ref.indexOf(':');
  return { kind: ref.slice(0, colon), id: ref.slice(colon + 1) };
}

/** People without a known name are called by their e-mail address. */
async function namePeople(
  db: Db,
  organizationId: OrganizationId,
  people: readonly Reference[],
): Promise<Named[]> {
  const emails = people.map(({ id }) => id.toLowerCase());
  const names = await listPersonNames(db, organizationId, emails);
  return people.map(({ kind, id }) => {
    const known = names.get(id.toLowerCase());
    return { kind, id, name: known?.name ?? id.toLowerCase(), deleted: known?.isMember !== true };
  });
}

const refOf = ({ kind, id }: Reference): string => `${kind}:${id}`;

/** The time of each deletion and the name of who made it, by reference. */
async function readDeletions(
  db: Db,
  organizationId: OrganizationId,
  deleted: readonly Reference[],
): Promise<Map<string, { deletedAt: string; deletedByName?: string }>> {
  const deletions = await listDeletions(db, organizationId, deleted);
  return new Map(
    deletions.map(({ deletedAt, deletedByName, ...of }) => [
      refOf(of),
      { deletedAt: deletedAt.toISOString(), ...(deletedByName !== undefined && { deletedByName }) },
    ]),
  );
}

/** Names for everything that a page shows by id, in one request. */
export const namesRoute = defineRoute({
  method: 'POST',
  path: '/ui/names',
  name: 'listNames',
  refuses: ['invalid_body'],
  summary: 'Get the names of documents, teams, people and keys by their ids; at most 200 at once',
  tag: 'web ui',
  access: 'session',
  permission: 'read',
  body: { schema: namesRequestSchema },
  answers: { 200: { description: 'The names', schema: namesSchema } },
  handle: async ({ body, principal: { organizationId }, services }) => {
    const { document } = await parseObject(body);
    const { refs } = assertValid(namesRequestSchema, document, 'invalid_body');
    const references = refs.map(toReference);
    const { knex } = services.database;
    const [named, people] = await Promise.all([
      listNames(
        knex,
        organizationId,
        references.filter(({ kind }) => kind !== person),
      ),
      namePeople(
        knex,
        organizationId,
        references.filter(({ kind }) => kind === person),
      ),
    ]);
    const found = new Map([...named, ...people].map((each) => [refOf(each), each]));
    const deletions = await readDeletions(
      knex,
      organizationId,
      named.filter(({ deleted }) => deleted),
    );
    const names = refs.map((ref) => {
      const { name, deleted } = found.get(ref) ?? { name: null, deleted: false };
      return { ref, name, deleted, ...deletions.get(ref) };
    });
    return { status: 200, json: { names } };
  },
});
