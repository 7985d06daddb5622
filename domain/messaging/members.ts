import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { webAddressText } from '../validation/web-address.ts';

/** Unix time in whole seconds. */
export const timestamp = Type.Integer({ description: 'Unix time in seconds' });

/** A nullable member. */
export const maybe = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** An address of a picture or file; null removes it. */
export const webAddress = maybe(webAddressText, 'With https or http; null for none');

/** Unix time in whole seconds, at most the maximum of JavaScript dates; null removes it. */
export const settableTime = maybe(
  Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 }),
  'Unix time in seconds; null takes it back',
);

/** An id in a body. */
export const messagingId = Type.String({ minLength: 1, maxLength: 64 });

/** Invisible characters; among letters and symbols, the fillers of Hangul and the blank of Braille. */
const blank = String.raw`\s\p{C}\p{Default_Ignorable_Code_Point}\u2800`;

/** Prefix of patterns for texts with a visible character. */
export const showsSomething = String.raw`(?=[\s\S]*[^${blank}])`;

/** A text with at least one visible character. */
export function visibleText(maxLength: number) {
  const words = { 'x-must-be': 'more than blanks' };
  return Type.String({ minLength: 1, maxLength, pattern: `[^${blank}]`, ...words });
}

/** A display name; null removes it. */
export const displayName = maybe(visibleText(200), 'null for none');
