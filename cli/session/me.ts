import { ApiError } from '../http/api-error.ts';
import type { Client } from '../http/client.ts';
import { Failure } from '../failure.ts';
import { exitCodes } from '../exit-codes.ts';

/** Who a key or a session acts for. */
export type Me = {
  principal: string;
  name: string;
  email: string | null;
  scope: string;
  teams: readonly { id: string; name: string; role: string }[];
  organization: { id: string; name: string; vanity: string };
};

/** Does something in a session of its own, which ends afterwards. */
export async function withSession<T>(
  client: Client,
  credentials: { apiKey: string } | { code: string },
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { headers } = await client.request({
    method: 'POST',
    path: '/ui/session',
    headers: ownPage,
    json: credentials,
  });
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
  const session = { ...ownPage, cookie };
  try {
    return await work(session);
  } finally {
    await client.request({ method: 'DELETE', path: '/ui/session', headers: session });
  }
}

/** Changes with a session need it. */
const ownPage = { 'x-requested-with': 'concordat' };

/** Asks the server who the key acts for. */
export async function whoIs(client: Client, apiKey: string | undefined): Promise<Me> {
  if (apiKey === undefined)
    throw new Failure(
      `There is no key for ${client.address}: run concordat login, or set CONCORDAT_API_KEY.`,
      exitCodes.notSignedIn,
      'no_key',
    );
  try {
    return await withSession(client, { apiKey }, async (headers) =>
      client.send<Me>({ method: 'GET', path: '/ui/me', headers }),
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new Failure(
      `${client.address} has no sign-in of Concordat: is it the right address?`,
      exitCodes.noServer,
      'no_concordat',
    );
  }
}

/** One line about who it is, e.g. `Ada Lovelace <ada@example.com> in Ottermoor Trading`. */
export function describeMe({ name, email, scope, organization }: Me): string {
  const who = email === null ? `${name} (scope ${scope})` : `${name} <${email}>`;
  return `${who} in ${organization.name}`;
}
