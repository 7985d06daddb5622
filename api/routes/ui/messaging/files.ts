import { refuse } from '../../../../domain/errors.ts';
import { isMessagingId } from '../../../../domain/messaging/ids.ts';
import { contactOfCaller } from '../../../messaging/as-person.ts';
import type { Route } from '../../../route.ts';
import { attachmentFileRoute } from '../../messaging/attachment-files.ts';

/** The file of an attachment under the session, because a picture in a page sends no token. */
export const messagingFileRoute: Route = {
  ...attachmentFileRoute,
  path: '/ui/messaging/attachments/:id/file',
  name: 'getOwnAttachmentFile',
  refuses: ['not_found', 'permission_denied'],
  tag: 'web ui',
  access: 'session',
  checkParams: ({ id }) => {
    if (!isMessagingId(id as string)) refuse('not_found', 'There is no file with this id.');
  },
  handle: async (request) => {
    const { principal, services } = request;
    const contact = await contactOfCaller(services.database.knex, principal);
    if (!contact) return refuse('not_found', 'There is no such file: you have no messages yet.');
    return attachmentFileRoute.handle({ ...request, principal: { ...principal, contact } });
  },
};
