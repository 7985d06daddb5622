import { wrongUsage } from '../failure.ts';
import type { Surroundings } from '../surroundings.ts';
import { readProfiles } from './profiles.ts';
import type { Profile, Profiles } from './profiles.ts';

/** Where commands send their requests, and with which key. */
export type Connection = { profile: string; url: string; apiKey?: string };

const defaultUrl = 'http://127.0.0.1:8080';

/**
 * The address and the key of a call. Options go before variables, and these before the stored profile. The key of a profile is
 * sent only to the address that it was stored for.
 */
export function findConnection(
  surroundings: Surroundings,
  options: { url?: string | undefined; profile?: string | undefined },
): Connection {
  const { env } = surroundings;
  const stored = readProfiles(surroundings);
  const named = options.profile ?? setIn(env, 'CONCORDAT_PROFILE');
  const name = named ?? stored.current;
  const profile = profileNamed(stored, name);
  const givenUrl = options.url ?? setIn(env, 'CONCORDAT_URL');
  const url = givenUrl ?? profile?.url ?? (named === undefined ? defaultUrl : undefined);
  if (url === undefined) throw unknownProfile(name, Object.keys(stored.profiles));
  return connectionTo(checkUrl(url), name, profile, env);
}

function connectionTo(
  url: string,
  name: string,
  profile: Profile | undefined,
  env: NodeJS.ProcessEnv,
): Connection {
  const apiKey = setIn(env, 'CONCORDAT_API_KEY') ?? keyFor(url, profile);
  return { profile: name, url, ...(apiKey !== undefined && { apiKey }) };
}

/** The variable; an empty one counts as unset. */
function setIn(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] || undefined;
}

function profileNamed({ profiles }: Profiles, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

function keyFor(url: string, profile: Profile | undefined): string | undefined {
  return profile?.url === url ? profile.apiKey : undefined;
}

function unknownProfile(name: string, stored: readonly string[]): Error {
  return wrongUsage(
    `There is no profile '${name}' (stored: ${stored.join(', ') || 'none'}). Make it with concordat login --profile ${name}.`,
  );
}

/** The address without a trailing slash; refuses what is no http address. */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !['http:', 'https:'].includes(url.protocol))
    throw wrongUsage(`'${text}' is not an address: write it as https://catalog.example.com.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
