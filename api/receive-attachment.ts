import { isUtf8 } from 'node:buffer';
import {
  beginUpload,
  completeUpload,
  createLinkedAttachment,
  giveUpUpload,
} from '../commands/attachments/upload-attachment.ts';
import type {
  AttachmentChange,
  Upload,
  UploadChange,
} from '../commands/attachments/upload-attachment.ts';
import { Refusal, refuse } from '../domain/errors.ts';
import { attachmentObject } from '../domain/messaging/attachment.ts';
import type { StoredAttachment } from '../domain/messaging/attachment.ts';
import { readLinkedFile } from '../domain/messaging/attachment-wish.ts';
import { callerOf } from '../domain/messaging/caller.ts';
import { cleanFilename } from '../domain/messaging/filename.ts';
import { sniffedBytes, sniffType } from '../lib/sniff-type.ts';
import { runIdempotently } from './idempotency.ts';
import { readFieldsOf, readMessagingBody } from './messaging-body.ts';
import { refusalAnswer } from './middleware/errors.ts';
import { reachStorage } from './reach-storage.ts';
import { defaultLimitBytes } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import type { ComingFile } from './read-upload.ts';
import type { Answer, ApiRequest, BodyStream } from './route.ts';

type Request = Pick<
  ApiRequest<object, object>,
  'principal' | 'requestId' | 'services' | 'header' | 'url' | 'now' | 'openBody' | 'checkKey'
>;

/** Who changes an attachment by this request, and when. */
export function attachmentChange({
  principal,
  requestId,
  services,
  now,
}: Pick<Request, 'principal' | 'requestId' | 'services' | 'now'>): AttachmentChange {
  const { publicUrl } = services.settings;
  return { caller: callerOf(principal), requestId, now, publicUrl };
}

function uploadChange(request: Request): UploadChange {
  const { attachmentQuotaMb } = request.services.settings;
  const quotaBytes = attachmentQuotaMb === 0 ? Infinity : attachmentQuotaMb * 2 ** 20;
  return { ...attachmentChange(request), quotaBytes };
}

/** Takes an uploaded file while it comes, or the address of one that lies elsewhere. */
export async function receiveAttachment(request: Request): Promise<Answer> {
  const body = request.openBody();
  if (body.format !== 'form-data') {
    const text = await readText(body);
    const { format } = body as { format: 'json' | 'x-www-form-urlencoded' };
    return createLinked(
      request,
      await readMessagingBody({ body: { text, format }, header: noHeader }),
    );
  }
  const contentType = request.header('content-type') ?? '';
  const { taken, fields } = await readUpload(body.chunks, contentType, {
    take: (file) => store(request, file),
    drop: ({ upload }) => giveUp(request, upload),
  });
  if (!taken) return createLinked(request, readFieldsOf(fields));
  return complete(request, await named(request, taken, fields));
}

/** The upload under the name that the form gives it beside the file, if it does; nothing else can be said there. */
async function named(
  request: Request,
  stored: StoredUpload,
  fields: readonly (readonly [name: string, value: string])[],
): Promise<StoredUpload> {
  try {
    const filename = filenameBeside(readFieldsOf(fields));
    if (filename === undefined) return stored;
    const { attachment, storageKey } = stored.upload;
    return { ...stored, upload: { attachment: { ...attachment, filename }, storageKey } };
  } catch (error) {
    await giveUp(request, stored.upload);
    throw error;
  }
}

function filenameBeside({ filename, ...rest }: Record<string, unknown>): string | undefined {
  const [other] = Object.keys(rest);
  if (other === 'file_url') refuse('invalid_body', 'Send either a file or a file_url, not both.');
  if (other !== undefined) {
    const name = other.slice(0, 60).toWellFormed();
    refuse('invalid_body', `Beside a file the form can have its filename, not '${name}'.`);
  }
  if (filename === undefined) return undefined;
  const cleaned = typeof filename === 'string' ? cleanFilename(filename) : undefined;
  return cleaned ?? refuse('invalid_body', 'filename is no name of a file.');
}

const noHeader = (): undefined => undefined;

/** What was stored of a file, and what it was found to be. */
type StoredUpload = { upload: Upload; fileType: string; fileSize: number; sha256: string };

async function store(request: Request, { filename, chunks }: ComingFile): Promise<StoredUpload> {
  const { services } = request;
  const name = cleanFilename(filename ?? '') ?? 'file';
  const change = uploadChange(request);
  // A repetition of a request that was answered gets that answer, however much is stored now.
  const mayRepeat = request.header('idempotency-key') !== undefined;
  const begun = mayRepeat ? { ...change, quotaBytes: Infinity } : change;
  const upload = await beginUpload(services.database, begun, name);
  const head: Uint8Array[] = [];
  try {
    const { size, sha256 } = await reachStorage(services, (storage) =>
      storage.put(upload.storageKey, notingHead(chunks, head)),
    );
    const first = Buffer.concat(head).subarray(0, sniffedBytes);
    return { upload, fileType: sniffType(first), fileSize: size, sha256 };
  } catch (error) {
    await giveUp(request, upload);
    throw error;
  }
}

async function* notingHead(
  chunks: AsyncIterable<Uint8Array>,
  head: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  let noted = 0;
  for await (const chunk of chunks) {
    if (noted < sniffedBytes) head.push(chunk);
    noted += chunk.length;
    yield chunk;
  }
}

/** What cannot be noted now is found by the job when a day has gone. */
async function giveUp(request: Request, upload: Upload): Promise<void> {
  const { database, storage, log } = request.services;
  try {
    const isLeft = await giveUpUpload(database, attachmentChange(request), upload);
    // It lasted for more than a day: the job has been there, and does not come back.
    if (!isLeft) await storage.remove(upload.storageKey);
  } catch (error) {
    log.warn({ err: error }, 'an upload could not be given up');
  }
}

/** A repetition of the request has stored the file once more: what it stored goes again. */
async function complete(
  request: Request,
  { upload, fileType, fileSize, sha256 }: StoredUpload,
): Promise<Answer> {
  let isUsed = false;
  try {
    // An upload may last: the token may have been revoked meanwhile.
    await request.checkKey();
    return await once(request, `${sha256} ${upload.attachment.filename}`, async () => {
      isUsed = true;
      const { database } = request.services;
      const found = { fileType, fileSize };
      try {
        return await completeUpload(database, uploadChange(request), upload, found);
      } catch (error) {
        // After another failure it may be complete nevertheless.
        isUsed = !(error instanceof Refusal);
        throw error;
      }
    });
  } finally {
    if (!isUsed) await giveUp(request, upload);
  }
}

function createLinked(request: Request, body: Record<string, unknown>): Promise<Answer> {
  if (body['file_url'] === undefined) {
    refuse('invalid_body', "Send a file as the part 'file', or a file_url.");
  }
  const file = readLinkedFile(body);
  const { database } = request.services;
  return once(request, JSON.stringify(file), () =>
    createLinkedAttachment(database, attachmentChange(request), file),
  );
}

/** Bodies that are read by their routes are no part of what an Idempotency-Key was sent with, so that it is said here. */
function once(
  { services, header, url, principal, requestId }: Request,
  content: string,
  make: () => Promise<StoredAttachment>,
): Promise<Answer> {
  const same = {
    key: header('idempotency-key'),
    method: 'POST',
    url: url.pathname,
    body: content,
    principal,
    shownOnce: false,
    explain: (refusal: Parameters<typeof refusalAnswer>[0]) =>
      refusalAnswer(refusal, { path: url.pathname, requestId, services }),
  };
  return runIdempotently(services, same, async () => ({
    status: 200,
    json: attachmentObject(await make(), services.settings),
  }));
}

async function readText({ chunks }: BodyStream): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > defaultLimitBytes) refuse('payload_too_large', 'The body is larger than 5 MB.');
    parts.push(chunk);
  }
  const bytes = Buffer.concat(parts);
  if (length === 0) refuse('malformed_body', 'The request has no body.');
  if (!isUtf8(bytes)) refuse('malformed_body', 'The body is not valid UTF-8.');
  return bytes.toString('utf8');
}
