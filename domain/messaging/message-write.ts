import { Type } from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { isObject } from '../../lib/json.ts';
import { refuse } from '../errors.ts';
import { assertValid, validateWith } from '../validation.ts';
import { readChange } from './changes.ts';
import { attachmentWishSchema } from './attachment-wish.ts';
import { longestMessageBytes } from './message.ts';

const text = Type.String({
  minLength: 1,
  description: `At most ${longestMessageBytes} bytes of UTF-8`,
});

const byName = Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 })));

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

/** What is said of a new message. */
export const messageCreateSchema = messageCreate(attachmentWishSchema, 'MessageCreate');

/** What is changed of a message; members that are left out stay. */
export const messageChangeSchema = messageChange(attachmentWishSchema, 'MessageChange');

/** `readAttachmentWishes` says better what is wrong with one of them. */
const anyAttachments = Type.Array(Type.Unknown(), {
  'x-must-be': 'a list: attachments[0], attachments[1] and so on',
});
const checkedCreate = messageCreate(anyAttachments, 'CheckedMessageCreate');
const checkedChange = messageChange(anyAttachments, 'CheckedMessageChange');
export type MessageCreate = Static<typeof checkedCreate>;
export type MessageChange = Static<typeof checkedChange>;

/** The new message that a body describes; refuses with `invalid_body` what is none. */
export function readMessageCreate(wish: unknown): MessageCreate {
  assertText(wish);
  const checked = assertValid(checkedCreate, wish, 'invalid_body');
  assertShort(checked.message);
  return checked;
}

/** The change that a body describes; refuses with `invalid_body` what is none. */
export function readMessageChange(wish: unknown): MessageChange {
  assertText(wish);
  assertReactions(wish);
  const checked = readChange(checkedChange, wish);
  if (checked.message !== undefined) assertShort(checked.message);
  return checked;
}

function assertText(wish: unknown): void {
  if (isObject(wish) && wish['message'] === '') refuse('invalid_body', 'message is empty.');
}

/** Of alternatives the schema would name the first only. */
function assertReactions(wish: unknown): void {
  if (!isObject(wish) || wish['reactions'] === undefined) return;
  if (validateWith(reactions, wish['reactions']).length === 0) return;
  const shape = '{"name": ["your username"]}';
  refuse('invalid_body', `reactions must be an object like ${shape}, or a list of such objects.`);
}

function assertShort(message: string): void {
  const bytes = Buffer.byteLength(message);
  if (bytes <= longestMessageBytes) return;
  refuse(
    'invalid_body',
    `message has ${bytes} bytes; it can have at most ${longestMessageBytes} bytes of UTF-8.`,
  );
}
