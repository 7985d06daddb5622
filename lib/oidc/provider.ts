import type { OidcAttempt, OidcClient, OidcOptions, OidcResult } from './client.ts';

export type OidcProvider = {
  /** The address of the provider to which a sign-in leads. */
  begin: () => Promise<{ url: string; attempt: OidcAttempt }>;
  /** Checks the answer of the provider, an address with `code` and `state`, and returns the claims. */
  finish: (answer: URL, attempt: OidcAttempt) => Promise<OidcResult>;
  /** The address at which the person signs out at the provider and returns; undefined if there is none. */
  endUrl: (idToken: string, returnTo: string) => Promise<string | undefined>;
};

/** Providers change their keys and addresses rarely; an error drops what is remembered. */
const believedMs = 3_600_000;

/**
 * Creates the client of an OpenID Connect provider. The first sign-in loads the library and reads the description of the provider.
 * Failed sign-ins throw OidcFailure.
 */
export function createOidcProvider(options: OidcOptions): OidcProvider {
  let known: { client: Promise<OidcClient>; at: number } | undefined;
  const open = (): Promise<OidcClient> => {
    if (known && performance.now() - known.at < believedMs) return known.client;
    const client = import('./client.ts').then(({ openClient }) => openClient(options));
    client.catch(() => (known = undefined));
    known = { client, at: performance.now() };
    return client;
  };
  return {
    begin: async () => (await open()).begin(),
    finish: async (answer, attempt) => {
      try {
        return await (await open()).finish(answer, attempt);
      } catch (error) {
        known = undefined;
        throw error;
      }
    },
    endUrl: async (idToken, returnTo) => (await open()).endUrl(idToken, returnTo),
  };
}
