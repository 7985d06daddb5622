import { createHash, timingSafeEqual } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { randomBase62 } from '../../lib/ids.ts';
import { refuse } from '../errors.ts';
import type { RefusalCode } from '../errors.ts';
import type { KeyScope } from '../principal.ts';
import { validateWith } from '../validation/validation.ts';

/** Maximum number of working keys of one organization. */
export const workingKeysAllowed = 100;

/** Maximum number of working keys that a person makes for themselves. */
export const ownKeysAllowed = 10;

const maxNameLength = 200;
const address = Type.String({ format: 'email', maxLength: 254 });
/** Control characters would garble lists that show the name. */
const control = /\p{Cc}/u;

/** A request for a key; `expiresOn` is its last day (YYYY-MM-DD, UTC). */
export type KeyRequest = {
  scope: KeyScope;
  displayName: string;
  teamId?: string | undefined;
  email?: string | undefined;
  expiresOn?: string | undefined;
};

/** States of a key. */
export const apiKeyStates = ['working', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

type Lifetime = { revokedAt: Date | null; expiresOn: string | null };

/** State of a key at this time: it works until the end of its last day, in UTC. */
export function apiKeyState(key: Lifetime, now: Date): ApiKeyState {
  if (key.revokedAt) return 'revoked';
  return key.expiresOn === null || dayOf(now) <= key.expiresOn ? 'working' : 'expired';
}

/** True if requests with the key are accepted at this time. */
export function isWorkingKey(key: Lifetime, now: Date): boolean {
  return apiKeyState(key, now) === 'working';
}

/** End of the key's validity unless it is revoked before; undefined means no end. */
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

/** Refuses invalid requests for a key, without checking that the team exists. */
export function checkKeyRequest(
  request: KeyRequest,
  now: Date,
  code: RefusalCode & ('invalid_body' | 'bad_request') = 'invalid_body',
): void {
  const problem =
    nameProblem(request.displayName) ??
    teamProblem(request) ??
    emailProblem(request) ??
    expiryProblem(request.expiresOn, dayOf(now));
  if (problem !== undefined) refuse(code, problem);
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'The name of the key is empty: say what it is for.';
  if (name.length > maxNameLength || control.test(name))
    return `The name of the key must have at most ${maxNameLength} characters and no line breaks.`;
  return undefined;
}

function teamProblem({ scope, teamId }: KeyRequest): string | undefined {
  const isTeamKey = scope === 'team' || scope === 'team_read';
  if (isTeamKey && teamId === undefined)
    return `A key of scope '${scope}' needs the id of an existing team.`;
  if (!isTeamKey && teamId !== undefined)
    return `A key of scope '${scope}' has no team: leave the team out, or choose the scope team or team_read.`;
  return undefined;
}

function emailProblem({ scope, email }: KeyRequest): string | undefined {
  const isUserKey = scope === 'user' || scope === 'user_read';
  if (!isUserKey && email !== undefined)
    return `A key of scope '${scope}' has no e-mail address: leave it out, or choose the scope user or user_read.`;
  if (!isUserKey) return undefined;
  if (email === undefined) return `A key of scope '${scope}' needs the e-mail address of a person.`;
  return validateWith(address, email).length > 0
    ? `'${email}' is not an e-mail address.`
    : undefined;
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
  // JavaScript accepts 31 February as 3 March, so the day must survive the round trip.
  return !Number.isNaN(instant.getTime()) && dayOf(instant) === text;
}

/** The letter of a scope in a key, so that people recognize it. */
const scopeLetters: Readonly<Record<KeyScope, string>> = {
  organization: 'o',
  organization_read: 'or',
  team: 't',
  team_read: 'tr',
  user: 'u',
  user_read: 'ur',
};

const pattern = /^ck_(?:or|o|tr|t|ur|u)_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/;

/** Makes a key text: `ck_<scope letter>_<8 public characters>_<32 secret characters>` (190 secret bits). */
export function makeKeyText(scope: KeyScope): string {
  return `ck_${scopeLetters[scope]}_${randomBase62(8)}_${randomBase62(32)}`;
}

/** The public part, which identifies a key, and the digest of the secret part; undefined for other texts. */
export function readKeyText(text: string): { publicId: string; secretHash: Buffer } | undefined {
  const [, publicId, secret] = pattern.exec(text) ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  return { publicId, secretHash: createHash('sha256').update(secret).digest() };
}

/** Compares digests in constant time. */
export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
