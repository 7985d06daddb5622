import { Type } from '@sinclair/typebox';
import { markRead } from '../../../commands/notices/mark-read.ts';
import {
  countUnreadNotices,
  findNoticePositions,
  listNotices,
} from '../../../db/tables/notices/notices.ts';
import { refuse } from '../../../domain/errors.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { cutPage, readUuidKey } from '../../http/paging/paging.ts';
import { noticesOf, presentNotice } from '../../present/notice.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  maxCount,
  noticeListSchema,
  noticesReadSchema,
  unreadSchema,
} from '../../schemas/ui/notices.ts';

const path = '/ui/notices';
const tag = 'web ui';
const access = 'session';

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listNotices',
  summary: 'List the notices of the signed-in person, newest first, with the number of unread ones',
  tag,
  access,
  query: Type.Object({
    after: Type.Optional(
      Type.String({ description: 'Id of the last notice of the previous page; older ones follow' }),
    ),
    unread: Type.Boolean({ default: false, description: 'Only unread notices' }),
    size: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 30,
      description: 'Notices per page; 1 suffices to see the number of unread ones',
    }),
  }),
  answers: { 200: { description: 'The notices', schema: noticeListSchema } },
  handle: async ({ query, principal, url, services }) => {
    const { knex } = services.database;
    const of = noticesOf(principal);
    const after = readUuidKey(query.after);
    const [before] = after === undefined ? [] : await findNoticePositions(knex, of, [after]);
    if (after !== undefined && before === undefined) {
      refuse('bad_request', `after=${after} is none of your notices; begin again without it.`);
    }
    const page = { before, unreadOnly: query.unread, limit: query.size + 1 };
    const listed = await listNotices(knex, of, page);
    const rows = await withPrincipalNames(knex, of.organizationId, listed);
    const { shown, link } = cutPage(rows, { url, query: { size: query.size } }, ({ id }) => id);
    const unread = await countUnreadNotices(knex, of, maxCount);
    return { status: 200, headers: { link }, json: { unread, notices: shown.map(presentNotice) } };
  },
});

const readRoute = defineRoute({
  method: 'POST',
  path: `${path}/read`,
  name: 'markNoticesRead',
  refuses: ['not_found'],
  summary: 'Mark notices as read: single ones, or one with all that are older',
  tag,
  access,
  permission: 'read',
  body: { schema: noticesReadSchema },
  answers: { 200: { description: 'What is left unread', schema: unreadSchema } },
  handle: async ({ body, principal, now, services }) => {
    const { document } = await parseObject(body);
    const { ids, upTo } = assertValid(noticesReadSchema, document, 'invalid_body');
    const request = upTo === undefined ? { ids: ids ?? [] } : { upTo };
    const of = noticesOf(principal);
    await markRead(services.database, of, request, now);
    const unread = await countUnreadNotices(services.database.knex, of, maxCount);
    return { status: 200, json: { unread } };
  },
});

/** Notices of the web UI. */
export const uiNoticeRoutes: readonly Route[] = [listRoute, readRoute];
