import type { TObject } from '@sinclair/typebox';
import { headerValue } from './header-values.ts';

/** Text of `X-Catalog-Warnings` about members of a body that its schema does not name; they are stored and echoed. */
export function warnUnknown(
  schema: TObject,
  document: Record<string, unknown>,
  ...others: readonly (string | undefined)[]
): string | undefined {
  const unknown = Object.keys(document).filter((name) => !Object.hasOwn(schema.properties, name));
  const sentences = [
    unknown.length > 0 ? `Unknown members were stored: ${unknown.join(', ')}` : undefined,
    ...others,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length > 0 ? headerValue(sentences.join('. ')) : undefined;
}
