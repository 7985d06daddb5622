import { isUtf8 } from 'node:buffer';
import {
  beginUpload,
  completeUpload,
  createLinkedAttachment,
  giveUpUpload,
} from '../../commands/messages/upload-attachment.ts';
import type {
  AttachmentChange,
  Upload,
  UploadChange,
} from '../../commands/messages/upload-attachment.ts';
import type { Database } from '../../db/connect.ts';
import { LockTaken } from '../../db/transact.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { attachmentObject } from '../../domain/messaging/attachments/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachments/attachment.ts';
import { readLinkedFile } from '../../domain/messaging/attachments/attachment-request.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import { cleanFilename } from '../../domain/messaging/attachments/filename.ts';
import { sniffedBytes, sniffType } from '../../lib/object-storage/sniff-type.ts';
import { runIdempotently } from '../http/idempotency.ts';
import { readFieldsOf, readMessagingBody } from './body.ts';
import { refusalAnswer } from '../http/errors/errors.ts';
import { reachStorage } from './reach-storage.ts';
import { defaultLimitBytes } from '../body/read-body.ts';
import { readUpload } from './read-upload.ts';
import type { ComingFile } from './read-upload.ts';
import type { Answer, ApiRequest, BodyStream } from '../exchange.ts';

type Request = Pick<
  ApiRequest<object, object>,
  'principal' | 'requestId' | 'services' | 'header' | 'url' | 'now' | 'openBody' | 'checkKey'
>;

/** The author, request and time of a change of an attachment. */
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

/** Receives an uploaded file while it arrives, or the address of a file stored elsewhere. */
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

/** The upload with the filename of the form, if it has one; other fields are refused. */
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
    refuse('invalid_body', `Besides a file, the form may contain only 'filename', not '${name}'.`);
  }
  if (filename === undefined) return undefined;
  const cleaned = typeof filename === 'string' ? cleanFilename(filename) : undefined;
  return cleaned ?? refuse('invalid_body', 'filename is not a valid file name.');
}

const noHeader = (): undefined => undefined;

/** The stored file with its detected type, its size and its hash. */
type StoredUpload = { upload: Upload; fileType: string; fileSize: number; sha256: string };

async function store(request: Request, { filename, chunks }: ComingFile): Promise<StoredUpload> {
  const { services } = request;
  const name = cleanFilename(filename ?? '') ?? 'file';
  const change = uploadChange(request);
  // A repetition of an answered request gets the first answer, even if the quota is exhausted now.
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

/** If the database is unavailable, the cleanup job removes the file after a day. */
async function giveUp(request: Request, upload: Upload): Promise<void> {
  const { database, storage, log } = request.services;
  try {
    const isLeft = await giveUpUpload(database, attachmentChange(request), upload);
    // The request took more than a day: the cleanup job has already run, and does not return.
    if (!isLeft) await storage.remove(upload.storageKey);
  } catch (error) {
    log.warn({ err: error }, 'an abandoned upload could not be removed');
  }
}

/** Completes the upload. A repetition of the request has stored the file a second time; that copy is removed. */
async function complete(
  request: Request,
  { upload, fileType, fileSize, sha256 }: StoredUpload,
): Promise<Answer> {
  let isUsed = false;
  try {
    // An upload may take long: the token may have been revoked meanwhile.
    await request.checkKey();
    return await once(request, `${sha256} ${upload.attachment.filename}`, async (database) => {
      isUsed = true;
      const found = { fileType, fileSize };
      try {
        return await completeUpload(database, uploadChange(request), upload, found);
      } catch (error) {
        // After any other error, the transaction may have been committed.
        isUsed = !(error instanceof Refusal || error instanceof LockTaken);
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
  return once(request, JSON.stringify(file), (database) =>
    createLinkedAttachment(database, attachmentChange(request), file),
  );
}

/** Streamed bodies are not part of the Idempotency-Key's request, so their digest is added here. */
function once(
  { services, header, url, principal, requestId }: Request,
  content: string,
  make: (database: Database) => Promise<StoredAttachment>,
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
  return runIdempotently(services, same, async (run) => ({
    status: 200,
    json: attachmentObject(await make(run.services.database), services.settings),
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
