import { Type } from '@sinclair/typebox';
import { follow, getFollow, unfollow } from '../../../commands/notices/follow.ts';
import type { Followed } from '../../../commands/notices/follow.ts';
import { explainPermissions } from '../../../commands/explain-permission.ts';
import type { Db } from '../../../db/connect.ts';
import { countStars } from '../../../db/tables/documents/data-product-stars.ts';
import { listFollows } from '../../../db/tables/notices/follows.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { collectionOf, followedKinds } from '../../../domain/notices/followed-kinds.ts';
import { readerOf } from '../../../domain/notices/reader.ts';
import type { Principal } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { followParams, followSchema, followStateSchema } from '../../schemas/ui/notices.ts';

const path = '/ui/follows/:kind/*id';
const tag = 'web ui';
const access = 'session';
// Nothing of the catalog changes, so that people who may only read follow resources, too.
const permission = 'read';
const params = followParams;

function readFollowed({ kind: collection, id }: { kind: string; id: string }): Followed {
  const known = followedKinds.find((each) => each.collection === collection);
  const { kind, title } = known ?? refuse('not_found', `'${collection}' cannot be followed.`);
  return { kind, title, id: checkDocumentId(id, { idsHoldSlashes: collection === 'concepts' }) };
}

/** In the same answer for the same reason. */
async function editOf(db: Db, principal: Principal, { id }: Followed) {
  const resources = [`${dataProduct.collection}/${id}`];
  const actions = [dataProduct.permissions.edit] as const;
  const [found] = await explainPermissions(db, { actions, resources, principal });
  if (found === undefined) throw new Error('no permission was explained');
  const { allowed, rule, because } = found;
  return { allowed, rule, because };
}

/** In the same answer, because pages show the buttons side by side. */
async function starsOf(
  db: Db,
  { organizationId, email }: Principal,
  { kind, id }: Followed,
): Promise<{ count: number; starredByMe: boolean } | null> {
  if (kind !== dataProduct.name) return null;
  const stars = await countStars(db, { organizationId, dataProductId: id }, email?.toLowerCase());
  return stars ?? null;
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/ui/follows',
  name: 'listFollows',
  summary: 'List everything that the signed-in person follows',
  tag,
  access,
  answers: { 200: { description: 'The resources', schema: Type.Array(followSchema) } },
  handle: async ({ principal, services }) => {
    const { organizationId } = principal;
    const key = { organizationId, reader: readerOf(principal) };
    const follows = await listFollows(services.database.knex, key);
    const json = follows.map(({ kind, id, name, createdAt }) => ({
      kind: collectionOf(kind),
      id,
      name,
      createdAt: createdAt.toISOString(),
    }));
    return { status: 200, json };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getFollow',
  summary: 'Get whether the signed-in person follows a resource and may edit it, and its stars',
  tag,
  access,
  params,
  answers: { 200: { description: 'Whether it is followed', schema: followStateSchema } },
  handle: async ({ params, principal, services }) => {
    const { knex } = services.database;
    const followed = readFollowed(params);
    const since = await getFollow(knex, principal, followed);
    const stars = await starsOf(knex, principal, followed);
    const edit = stars === null ? null : await editOf(knex, principal, followed);
    const following = since !== undefined;
    const createdAt = since?.toISOString() ?? null;
    return { status: 200, json: { following, createdAt, stars, edit } };
  },
});

const answers = { 204: { description: 'Done; repeating the request changes nothing' } };

const followRoute = defineRoute({
  method: 'PUT',
  path,
  name: 'followResource',
  refuses: ['limit_reached'],
  summary: 'Follow a data product, data contract, team or concept, to get notices of its changes',
  tag,
  access,
  permission,
  params,
  answers,
  handle: async ({ params, principal, requestId, now, services }) => {
    const followed = readFollowed(params);
    await follow(services.database, { followed, principal, requestId, now });
    return { status: 204 };
  },
});

const unfollowRoute = defineRoute({
  method: 'DELETE',
  path,
  name: 'unfollowResource',
  summary: 'Stop following a resource, also a deleted one',
  tag,
  access,
  permission,
  params,
  answers,
  handle: async ({ params, principal, requestId, now, services }) => {
    const followed = readFollowed(params);
    await unfollow(services.database, { followed, principal, requestId, now });
    return { status: 204 };
  },
});

/** What people follow in the web UI. */
export const uiFollowRoutes: readonly Route[] = [listRoute, getRoute, followRoute, unfollowRoute];
