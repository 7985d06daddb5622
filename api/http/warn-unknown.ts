import type { TObject } from '@sinclair/typebox';
import { headerValue } from './header-values.ts';
import { unknownMembersWarning } from './warnings.ts';

/** Text of `X-Catalog-Warnings` about members that the schema of a body does not name; they are stored and returned. */
export function warnUnknown(
  schema: TObject,
  document: Record<string, unknown>,
  ...others: readonly (string | undefined)[]
): string | undefined {
  const unknown = unknownMembers(schema, document);
  const sentences = [
    unknown.length > 0 ? unknownMembersWarning(unknown) : undefined,
    ...others,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length > 0 ? headerValue(sentences.join('. ')) : undefined;
}

/** The same for bodies whose unknown members are ignored. */
export function warnIgnored(
  schema: TObject,
  document: Record<string, unknown>,
): string | undefined {
  const unknown = unknownMembers(schema, document);
  return unknown.length > 0 ? headerValue(unknownMembersWarning(unknown, 'ignored')) : undefined;
}

function unknownMembers(schema: TObject, document: Record<string, unknown>): string[] {
  return Object.keys(document).filter((name) => !Object.hasOwn(schema.properties, name));
}
