import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { webAddressText } from '../web-address.ts';

/** Unix time in whole seconds. */
export const timestamp = Type.Integer({ description: 'Unix time in seconds' });

/** What may be null. */
export const maybe = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** An address of a picture or file; null takes it away. */
export const webAddress = maybe(webAddressText, 'With https or http; null for none');

/** Unix time in whole seconds, at most the last that JavaScript knows; null takes it back. */
export const settableTime = maybe(
  Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 }),
  'Unix time in seconds; null takes it back',
);

/** An id in a body. */
export const messagingId = Type.String({ minLength: 1, maxLength: 64 });

/** Characters that show nothing; of letters and symbols, the fillers of Hangul and the blank of Braille. */
const blank = String.raw`\s\p{C}\p{Default_Ignorable_Code_Point}\u2800`;

/** Begins a pattern of texts that show something. */
export const showsSomething = String.raw`(?=[\s\S]*[^${blank}])`;

/** A text that shows something: not of blanks and invisible characters only. */
export function visibleText(maxLength: number) {
  const words = { 'x-must-be': 'more than blanks' };
  return Type.String({ minLength: 1, maxLength, pattern: `[^${blank}]`, ...words });
}

/** What people call somebody; null takes it away. */
export const displayName = maybe(visibleText(200), 'null for none');
