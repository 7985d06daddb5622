import type { ApiKey } from '../../db/tables/api-keys.ts';
import { isWorkingKey } from '../../domain/api-key-rules.ts';
import { readKeyText, sameDigest } from '../../domain/api-key-text.ts';
import { refuse } from '../../domain/errors.ts';

const noDigest = Buffer.alloc(32);
const otherDigest = Buffer.alloc(32, 1);

/** The working key that has this text. Unknown, wrong, revoked and expired ones all refuse alike with `api_key_invalid`. */
export async function checkApiKey(
  text: string,
  now: Date,
  find: (publicId: string) => Promise<ApiKey | undefined>,
): Promise<ApiKey> {
  const parts = readKeyText(text);
  const key = parts && (await find(parts.publicId));
  // Unknown keys take the same comparison, so that the time tells nothing.
  const matches = sameDigest(parts?.secretHash ?? noDigest, key?.secretHash ?? otherDigest);
  if (key && matches && isWorkingKey(key, now)) return key;
  return refuse('api_key_invalid', 'The API key was not found or not the expected value.');
}
