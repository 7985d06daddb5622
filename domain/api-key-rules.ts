import { Type } from '@sinclair/typebox';
import { refuse } from './errors.ts';
import type { RefusalCode } from './errors.ts';
import type { KeyScope } from './principal.ts';
import { validateWith } from './validation.ts';

/** Most keys of one organization that work at the same time (decisions §2). */
export const workingKeysAllowed = 100;

const longestName = 200;
const address = Type.String({ format: 'email', maxLength: 254 });
/** Controls would spoil the lists that show the name. */
const control = /\p{Cc}/u;

/** What a key is asked to be; `expiresOn` is its last day (YYYY-MM-DD, UTC). */
export type KeyWish = {
  scope: KeyScope;
  displayName: string;
  teamId?: string | undefined;
  email?: string | undefined;
  expiresOn?: string | undefined;
};

export type ApiKeyState = 'working' | 'expired' | 'revoked';

type Lifetime = { revokedAt: Date | null; expiresOn: string | null };

/** What a key is at this time: it works through the end of its last day, in UTC. */
export function apiKeyState(key: Lifetime, now: Date): ApiKeyState {
  if (key.revokedAt) return 'revoked';
  return key.expiresOn === null || dayOf(now) <= key.expiresOn ? 'working' : 'expired';
}

/** Whether requests with the key are accepted at this time. */
export function isWorkingKey(key: Lifetime, now: Date): boolean {
  return apiKeyState(key, now) === 'working';
}

/** From when on the key does not work any more, unless it is revoked before; undefined: it has no end. */
export function endOfKey({ expiresOn }: Pick<Lifetime, 'expiresOn'>): Date | undefined {
  if (expiresOn === null) return undefined;
  const end = new Date(`${expiresOn}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end;
}

/** The day of an instant in UTC, as YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Refuses a wish that no key can fulfil; whether the team exists is not looked at. */
export function checkKeyWish(
  wish: KeyWish,
  now: Date,
  code: RefusalCode & ('invalid_body' | 'bad_request') = 'invalid_body',
): void {
  const problem =
    nameProblem(wish.displayName) ??
    teamProblem(wish) ??
    emailProblem(wish) ??
    expiryProblem(wish.expiresOn, dayOf(now));
  if (problem !== undefined) refuse(code, problem);
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'The name of the key is empty: say what it is for.';
  if (name.length > longestName || control.test(name))
    return `The name of the key must have at most ${longestName} characters and no line breaks.`;
  return undefined;
}

function teamProblem({ scope, teamId }: KeyWish): string | undefined {
  const isTeamKey = scope === 'team' || scope === 'team_read';
  if (isTeamKey && teamId === undefined)
    return `A key of scope '${scope}' needs the id of an existing team.`;
  if (!isTeamKey && teamId !== undefined)
    return `A key of scope '${scope}' has no team: leave the team out, or choose the scope team or team_read.`;
  return undefined;
}

function emailProblem({ scope, email }: KeyWish): string | undefined {
  const isUserKey = scope === 'user' || scope === 'user_read';
  if (!isUserKey && email !== undefined)
    return `A key of scope '${scope}' has no e-mail address: leave it out, or choose the scope user or user_read.`;
  if (!isUserKey) return undefined;
  if (email === undefined) return `A key of scope '${scope}' needs the e-mail address of a person.`;
  return validateWith(address, email).length > 0 ? `'${email}' is no e-mail address.` : undefined;
}

function expiryProblem(day: string | undefined, today: string): string | undefined {
  if (day === undefined) return undefined;
  if (!isDay(day)) return `'${day}' is no day: write the last day of the key as YYYY-MM-DD.`;
  return day < today
    ? `The key would have expired already: ${day} is in the past, today is ${today} (UTC).`
    : undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  // 31 February is taken for 3 March: only a day that comes back is one.
  return !Number.isNaN(instant.getTime()) && dayOf(instant) === text;
}
