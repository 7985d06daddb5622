import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { isObject } from '../../lib/json.ts';
import { refuse } from '../errors.ts';
import { assertNoViolations, validateWith } from '../validation.ts';
import { cleanFilename, filenameOfUrl } from './filename.ts';
import { webAddressText } from '../web-address.ts';

/** Most attachments of a message. */
export const mostAttachments = 20;

/** What is said of a file that lies elsewhere: nothing is fetched from there. */
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

/** Attachments of a message as they are written: ids of uploaded ones, objects with an `id`, or files that lie elsewhere. */
export const attachmentWishSchema = Type.Array(
  Type.Union([Type.String(), Type.Object({ id: Type.String() }), linkedFileSchema]),
  { maxItems: mostAttachments },
);

/** A file that lies elsewhere. */
export type LinkedFile = {
  fileUrl: string;
  filename: string;
  fileType: string;
  fileSize: number | null;
};

/** An attachment that there is; `said` is what was sent beside its id, and must be so. */
export type NamedAttachment = {
  id: string;
  field: string;
  said: Readonly<Record<string, unknown>>;
};

/** What a message shall carry: an attachment that there is, or a new one. */
export type AttachmentWish = NamedAttachment | LinkedFile;

/** What a message shall carry, as its body says; refuses with `invalid_body` what is none. */
export function readAttachmentWishes(wish: unknown): AttachmentWish[] {
  if (!Array.isArray(wish)) {
    refuse('invalid_body', 'attachments must be a list: attachments[0], attachments[1] and so on.');
  }
  if (wish.length > mostAttachments) {
    refuse('invalid_body', `A message carries at most ${mostAttachments} attachments.`);
  }
  const wishes = wish.map((item: unknown, index) => readWish(item, `attachments[${index}]`));
  const ids = wishes.flatMap((each) => ('id' in each ? [each.id] : []));
  if (new Set(ids).size < ids.length) refuse('invalid_body', 'attachments names one twice.');
  return wishes;
}

function readWish(item: unknown, field: string): AttachmentWish {
  if (typeof item === 'string') return { id: item, field, said: {} };
  if (!isObject(item)) {
    return refuse('invalid_body', `${field} must be an id, or an object with id or file_url.`);
  }
  const { id, ...said } = item;
  if (typeof id !== 'string') return readLinkedFile(item, field);
  assertAnswered(said, field);
  return { id, field, said };
}

/** Attachments as they are answered may be sent back whole; what else stands beside an id would be lost. */
function assertAnswered(said: Readonly<Record<string, unknown>>, field: string): void {
  const [other] = Object.keys(said);
  if (other === undefined || ('message_id' in said && 'created_at' in said)) return;
  const advice =
    other === 'file_url'
      ? 'number the entries: attachments[0][id], attachments[1][file_url]'
      : 'an id stands alone; PUT /v1/attachments/:id renames an attachment';
  refuse('invalid_body', `${field} has both id and ${other}; ${advice}.`);
}

/** A file that lies elsewhere, as a body describes it; `field` is where in the body it stands. */
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
