import type { ApiKey } from '../../db/tables/organizations/api-keys.ts';
import { isWorkingKey } from '../../domain/organizations/api-key-rules.ts';
import { readKeyText, sameDigest } from '../../domain/organizations/api-key-text.ts';
import { refuse } from '../../domain/errors.ts';

const noDigest = Buffer.alloc(32);
const otherDigest = Buffer.alloc(32, 1);

/** Finds the valid key with this text. Unknown, wrong, revoked and expired keys are refused with the same `api_key_invalid`. */
export async function checkApiKey(
  text: string,
  now: Date,
  find: (publicId: string) => Promise<ApiKey | undefined>,
): Promise<ApiKey> {
  const parts = readKeyText(text);
  const key = parts && (await find(parts.publicId));
  // Unknown keys run the same comparison, so that the timing reveals nothing.
  const matches = sameDigest(parts?.secretHash ?? noDigest, key?.secretHash ?? otherDigest);
  if (key && matches && isWorkingKey(key, now)) return key;
  return refuse('api_key_invalid', 'The API key was not found or not the expected value.');
}
