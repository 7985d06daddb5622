import { Type } from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { isObject } from '../../lib/json/json.ts';
import { refuse } from '../errors.ts';
import { assertValid, validateWith } from '../validation/validation.ts';
import { readChange } from './changes.ts';
import { attachmentRequestSchema } from './attachments/attachment-request.ts';
import { maxMessageBytes } from './message.ts';
import { recordOf } from '../validation/record-of.ts';

const text = Type.String({
  minLength: 1,
  description: `At most ${maxMessageBytes} bytes of UTF-8`,
});

const byName = recordOf(Type.Array(Type.String({ minLength: 1 })));

const reactions = Type.Union([byName, Type.Array(byName)], {
  description:
    'Adds reactions of the caller: `{"name": ["its username"]}`, or an array of such objects. An empty array takes all of the caller’s away, `{"name": []}` its reaction of that name.',
});

const messageCreate = <Attachments extends TSchema>(attachments: Attachments, $id: string) =>
  Type.Object(
    {
      conversation_id: Type.String(),
      message: text,
      attachments: Type.Optional(attachments),
    },
    { $id, additionalProperties: false },
  );

const messageChange = <Attachments extends TSchema>(attachments: Attachments, $id: string) =>
  Type.Object(
    {
      message: Type.Optional(text),
      reactions: Type.Optional(reactions),
      attachments: Type.Optional(attachments),
      read_at: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Unix time at which the caller read it' }),
      ),
    },
    { $id, additionalProperties: false },
  );

/** The body of a new message. */
export const messageCreateSchema = messageCreate(attachmentRequestSchema, 'MessageCreate');

/** The body of a change of a message; omitted members stay. */
export const messageChangeSchema = messageChange(attachmentRequestSchema, 'MessageChange');

/** Accepts any items; `readAttachmentRequests` reports more precise errors. */
const anyAttachments = Type.Array(Type.Unknown(), {
  'x-must-be': 'a list: attachments[0], attachments[1] and so on',
});
const checkedCreate = messageCreate(anyAttachments, 'CheckedMessageCreate');
const checkedChange = messageChange(anyAttachments, 'CheckedMessageChange');
export type MessageCreate = Static<typeof checkedCreate>;
export type MessageChange = Static<typeof checkedChange>;

/** Reads a new message; refuses invalid bodies with `invalid_body`. */
export function readMessageCreate(body: unknown): MessageCreate {
  assertText(body);
  const checked = assertValid(checkedCreate, body, 'invalid_body');
  assertShort(checked.message);
  return checked;
}

/** Reads a change of a message; refuses invalid bodies with `invalid_body`. */
export function readMessageChange(body: unknown): MessageChange {
  assertText(body);
  assertReactions(body);
  const checked = readChange(checkedChange, body);
  if (checked.message !== undefined) assertShort(checked.message);
  return checked;
}

function assertText(body: unknown): void {
  if (isObject(body) && body['message'] === '') refuse('invalid_body', 'message is empty.');
}

/** The schema would only report the first alternative. */
function assertReactions(body: unknown): void {
  if (!isObject(body) || body['reactions'] === undefined) return;
  if (validateWith(reactions, body['reactions']).length === 0) return;
  const shape = '{"name": ["your username"]}';
  refuse('invalid_body', `reactions must be an object like ${shape}, or a list of such objects.`);
}

function assertShort(message: string): void {
  const bytes = Buffer.byteLength(message);
  if (bytes <= maxMessageBytes) return;
  refuse(
    'invalid_body',
    `message has ${bytes} bytes; it can have at most ${maxMessageBytes} bytes of UTF-8.`,
  );
}
