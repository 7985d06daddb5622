import { withMembers } from '../../lib/json/text.ts';
import type { JsonObject } from '../../lib/json/json.ts';

type Sent = { document: JsonObject; body: string };

/** True for requests of pages: they get no address that may hold a secret, and leave it out when they store something. */
export const isOfPage = ({ pathname }: URL): boolean => pathname.startsWith('/ui/');

/** A body that leaves its address out, with the stored one; unchanged if it has one, or if none is stored. */
export async function keepAddress<T extends Sent>(
  sent: T,
  name: 'url' | 'endpoint',
  readStored: () => Promise<string | undefined>,
): Promise<T> {
  if (name in sent.document) return sent;
  const stored = await readStored();
  if (stored === undefined) return sent;
  const address = (JSON.parse(stored) as Record<string, unknown>)[name];
  return {
    ...sent,
    document: { ...sent.document, [name]: address },
    body: withMembers(sent.body, { [name]: JSON.stringify(address) }),
  };
}
