import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { isObject } from '../../../lib/json/json.ts';
import { refuse } from '../../errors.ts';
import { assertNoViolations, validateWith } from '../../validation/validation.ts';
import { cleanFilename, filenameOfUrl } from './filename.ts';
import { webAddressText } from '../../validation/web-address.ts';

/** Maximum number of attachments of a message. */
export const maxAttachments = 20;

/** A file at another address, which Concordat never fetches. */
export const linkedFileSchema = Type.Object(
  {
    file_url: webAddressText,
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    file_type: Type.Optional(
      Type.String({
        pattern: '^[\\w.+-]{1,100}/[\\w.+-]{1,100}$',
        'x-must-be': 'a MIME type like application/pdf',
        description: 'MIME type; application/octet-stream when left out',
      }),
    ),
    file_size: Type.Optional(
      Type.Union([
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes' }),
        Type.String({
          pattern: '^\\d{1,15}$',
          description: 'In forms',
          'x-must-be': 'a whole number of bytes',
        }),
      ]),
    ),
  },
  { $id: 'LinkedFile', additionalProperties: false },
);

/** Attachments in a request: ids of uploaded files, objects with an `id`, or files at other addresses. */
export const attachmentRequestSchema = Type.Array(
  Type.Union([Type.String(), Type.Object({ id: Type.String() }), linkedFileSchema]),
  { maxItems: maxAttachments },
);

/** A file at another address. */
export type LinkedFile = {
  fileUrl: string;
  filename: string;
  fileType: string;
  fileSize: number | null;
};

/**
 * An existing attachment; `said` holds the other members sent with its id, which must match the stored ones.
 */
export type NamedAttachment = {
  id: string;
  field: string;
  said: Readonly<Record<string, unknown>>;
};

/** A requested attachment of a message: an existing one, or a new file at another address. */
export type AttachmentRequest = NamedAttachment | LinkedFile;

/** Reads the attachments of a body; refuses invalid ones with `invalid_body`. */
export function readAttachmentRequests(value: unknown): AttachmentRequest[] {
  if (!Array.isArray(value)) {
    refuse('invalid_body', 'attachments must be a list: attachments[0], attachments[1] and so on.');
  }
  if (value.length > maxAttachments) {
    refuse('invalid_body', `A message carries at most ${maxAttachments} attachments.`);
  }
  const requests = value.map((item: unknown, index) => readRequest(item, `attachments[${index}]`));
  const ids = requests.flatMap((each) => ('id' in each ? [each.id] : []));
  if (new Set(ids).size < ids.length)
    refuse('invalid_body', 'attachments has the same id twice: list each attachment once.');
  return requests;
}

function readRequest(item: unknown, field: string): AttachmentRequest {
  if (typeof item === 'string') return { id: item, field, said: {} };
  if (!isObject(item)) {
    return refuse('invalid_body', `${field} must be an id, or an object with id or file_url.`);
  }
  const { id, ...said } = item;
  if (typeof id !== 'string') return readLinkedFile(item, field);
  assertAnswered(said, field);
  return { id, field, said };
}

/** An attachment from an answer may be sent back completely; other members beside an id would be lost. */
function assertAnswered(said: Readonly<Record<string, unknown>>, field: string): void {
  const [other] = Object.keys(said);
  if (other === undefined || ('message_id' in said && 'created_at' in said)) return;
  const advice =
    other === 'file_url'
      ? 'number the entries: attachments[0][id], attachments[1][file_url]'
      : 'send the id alone; PUT /v1/attachments/:id renames an attachment';
  refuse('invalid_body', `${field} has both id and ${other}; ${advice}.`);
}

/** Reads a file at another address; `field` is its path in the body. */
export function readLinkedFile(value: unknown, field = ''): LinkedFile {
  const violations = validateWith(linkedFileSchema, value);
  const inField = violations.map((each) => ({
    ...each,
    field: [field, each.field].filter((part) => part !== '' && part !== 'body').join('.'),
  }));
  assertNoViolations(inField, 'invalid_body');
  const { file_url, filename, file_type, file_size } = value as Static<typeof linkedFileSchema>;
  const name = filename === undefined ? filenameOfUrl(file_url) : cleanFilename(filename);
  return {
    fileUrl: file_url,
    filename: name ?? 'file',
    fileType: file_type?.toLowerCase() ?? 'application/octet-stream',
    fileSize: file_size === undefined ? null : Number(file_size),
  };
}
