import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Claims of an account at the provider, or the error with which it ends the sign-in. */
export type ProviderPerson = Record<string, unknown>;

export type SignInProvider = {
  issuer: string;
  clientSecret: string;
  /** Opens the provider for an API at this address. */
  serve: (address: string, options?: ProviderOptions) => Promise<void>;
  /** Who signs in from now on. */
  setPerson: (person: ProviderPerson) => Promise<void>;
  stop: () => Promise<void>;
};

type ProviderOptions = {
  authentication?: 'client_secret_basic' | 'client_secret_post' | 'none';
  /** False leaves the claims to the userinfo endpoint. */
  inIdToken?: boolean;
};

/** A real OpenID Connect provider (oidc-provider) in a process of its own. */
export async function startSignInProvider(): Promise<SignInProvider> {
  const child = fork(path.join(import.meta.dirname, 'provider-process.mjs'), { silent: true });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const issuer = `http://127.0.0.1:${port}`;
  const clientSecret = 'the secret of the client of tests';
  const tell = async (message: object): Promise<void> => {
    const done = once(child, 'message');
    child.send(message);
    await done;
  };
  return {
    issuer,
    clientSecret,
    serve: (address, { authentication = 'client_secret_basic', inIdToken = true } = {}) =>
      tell({
        configure: {
          issuer,
          redirectUri: `${address}/ui/sign-in/oidc/callback`,
          returnUri: `${address}/sign-in`,
          clientSecret: authentication === 'none' ? undefined : clientSecret,
          authentication,
          inIdToken,
        },
      }),
    setPerson: (person) => tell({ person }),
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
