import type { components } from '../../api/schema.d.ts';
import { dayText } from '../../lib/dates.ts';
import { homeTexts } from '../../texts/home.ts';
import { productTexts } from '../../texts/products.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import type { Me } from '../session/queries.ts';

export type Access = components['schemas']['Access'];

const dayMs = 86_400_000;
const soonDays = 30;

/** Days until the access ends; undefined for one without end, or that is not active. */
export function daysLeft({ info, lifecycle }: Access, now: Date): number | undefined {
  if (lifecycle !== 'active' || info.deactivateAt === undefined) return undefined;
  const left = new Date(info.deactivateAt).getTime() - now.getTime();
  return Math.max(0, Math.floor(left / dayMs));
}

/** True for an active access that ends within 30 days. */
export function endsSoon(access: Access, now: Date): boolean {
  const left = daysLeft(access, now);
  return left !== undefined && left <= soonDays;
}

/** The word for the state of an access, as its consumer sees it. */
export function accessState(access: Access, now: Date): StatusWord {
  const { lifecycle, info, provider, provisioning } = access;
  const known = statusWord('access', lifecycle);
  if (lifecycle === 'requested' && provider.teamName !== undefined) {
    return { ...known, word: homeTexts.waitingFor(provider.teamName) };
  }
  if (lifecycle === 'upcoming' && typeof info.startDate === 'string') {
    const day = dayText(new Date(info.startDate), now, 'UTC');
    return { ...known, word: productTexts.begins(day) };
  }
  if (lifecycle === 'active' && provisioning?.status === 'provisioning-failed') {
    return statusWord('provisioning', provisioning.status);
  }
  if (!endsSoon(access, now)) return known;
  return { tone: 'warn', icon: 'clock', word: homeTexts.endsIn(daysLeft(access, now) ?? 0) };
}

/** True if the person, or a team of theirs, uses this access. */
export function isOwn({ consumer }: Access, me: Me): boolean {
  const { teamId, userId } = consumer;
  const isOfTeam = typeof teamId === 'string' && me.teams.some(({ id }) => id === teamId);
  return isOfTeam || (typeof userId === 'string' && userId === me.email);
}

/** How many teams, data products and people use data by these accesses. */
export function consumerCount(accesses: readonly Access[]): number {
  const keys = accesses
    .filter(({ lifecycle }) => lifecycle === 'active')
    .map(({ consumer: { dataProductId, teamId, userId } }) =>
      JSON.stringify([dataProductId, teamId, userId]),
    );
  return new Set(keys).size;
}

const order = { active: 0, requested: 1, upcoming: 2, rejected: 3, expired: 4 } as const;

/** What can be used or is waited for first; among it, what ends first. */
export function byUrgency(left: Access, right: Access): number {
  const endOf = ({ info }: Access) => info.deactivateAt ?? '9999';
  const byState = order[left.lifecycle] - order[right.lifecycle];
  return byState === 0 ? endOf(left).localeCompare(endOf(right)) : byState;
}

/** True for an access that has not ended and was not declined. */
export const isCurrent = ({ lifecycle }: Access): boolean =>
  lifecycle === 'active' || lifecycle === 'requested' || lifecycle === 'upcoming';

/** How much of its time an access has used, from 0 to 1; undefined for one without start or end. */
export function usedShare({ info }: Access, now: Date): number | undefined {
  if (typeof info.startDate !== 'string' || info.deactivateAt === undefined) return undefined;
  const start = new Date(info.startDate).getTime();
  const end = new Date(info.deactivateAt).getTime();
  if (end <= start) return undefined;
  return Math.min(1, Math.max(0, (now.getTime() - start) / (end - start)));
}
