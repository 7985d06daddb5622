import { findVisibleAttachment } from '../../../db/views/messaging/visible-attachments.ts';
import { refuse } from '../../../domain/errors.ts';
import type { StoredAttachment } from '../../../domain/messaging/attachments/attachment.ts';
import { callerOf } from '../../../domain/messaging/caller.ts';
import { readByteRange } from '../../http/byte-ranges.ts';
import { isNotModified } from '../../http/entity-tags.ts';
import { messagingError, messagingErrorSchema } from '../../http/errors/messaging-error.ts';
import { reachStorage } from '../../messaging/reach-storage.ts';
import { defineRoute } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import type { ApiSettings } from '../../services.ts';

/** File types that browsers display without executing any content. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Users upload any content, so no browser may treat a file as a page of this service. */
function headersOf(file: { fileType: string; filename: string }): Record<string, string> {
  const disposition = shown.has(file.fileType) ? 'inline' : 'attachment';
  return {
    'content-disposition': `${disposition}; filename="${inAscii(file.filename)}"; filename*=UTF-8''${encodeExtended(file.filename)}`,
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  };
}

/**
 * The filename for clients that do not support `filename*`. Clients read percent signs and backslashes
 * differently.
 */
function inAscii(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return letters.replaceAll(/[^ -~]|["%\\]/gu, '_') || 'file';
}

/** Encodes by RFC 8187, which does not allow five characters that encodeURIComponent leaves unchanged. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Sends the file, or the requested range of it. */
async function sendFile(
  request: ApiRequest<object, object>,
  { id, fileSize, fileType, storageKey }: StoredAttachment & { storageKey: string },
  headers: Record<string, string> & { etag: string },
): Promise<Answer> {
  const { services } = request;
  const size = fileSize ?? 0;
  const wanted = readByteRange(request, { size, tag: headers.etag });
  if (wanted === 'outside') return outside(size, services.settings);
  const asked = wanted === 'whole' ? undefined : wanted;
  const file = await reachStorage(services, (storage) => storage.get(storageKey, asked));
  if (!file) return refuse('not_found', `The file of '${id}' is not in the storage any more.`);
  const range = file.isPart ? asked : undefined;
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(file.size),
      'content-range': range && `bytes ${range.first}-${range.last}/${size}`,
    },
    stream: file.stream,
    contentType: fileType,
  };
}

function outside(size: number, settings: Pick<ApiSettings, 'publicUrl'>): Answer {
  const detail = `The file has ${size} bytes, and the range lies outside of them.`;
  return {
    ...messagingError({ status: 416, detail }, settings),
    headers: { 'content-range': `bytes */${size}` },
  };
}

/** The uploaded file of an attachment. */
export const attachmentFileRoute = defineRoute({
  method: 'GET',
  path: '/v1/attachments/:id/file',
  name: 'getAttachmentFile',
  takes: ['range', 'if-range'],
  sends: ['accept-ranges', 'content-disposition', 'content-range', 'etag'],
  summary: 'Get the uploaded file of an attachment, as it was sent',
  tag: 'attachments',
  access: 'token',
  answers: {
    200: {
      description: 'The file, with its detected content type',
      contentType: 'application/octet-stream',
    },
    206: {
      description:
        'The part that the header Range asks for; several ranges are answered with the whole file',
      contentType: 'application/octet-stream',
    },
    304: { description: 'The client already has the file' },
    416: { description: 'The file ends before the requested range', schema: messagingErrorSchema },
  },
  handle: async (request) => {
    const { params, principal, header, services } = request;
    const { id } = params;
    const { organizationId, contact } = callerOf(principal);
    const viewer = { organizationId, contactId: contact.id };
    const found = await findVisibleAttachment(services.database.knex, viewer, id);
    const key = found?.storageKey;
    if (!found || !key) return refuse('not_found', `There is no uploaded file of '${id}'.`);
    // Files are never changed.
    const headers = { ...headersOf(found), etag: `"${id}"` };
    if (isNotModified(header, headers.etag)) return { status: 304, headers };
    return sendFile(request, { ...found, storageKey: key }, headers);
  },
});
