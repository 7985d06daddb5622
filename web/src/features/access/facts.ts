import { dayText } from '../../lib/dates.ts';
import { accessTexts } from '../../texts/access.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import type { Access } from './queries.ts';

const dayMs = 86_400_000;
const soonDays = 30;

/** "Shop data / shop-database". */
export function dataOf({ provider }: Pick<Access, 'provider'>): string {
  const { dataProductName, dataProductId, outputPortName, outputPortId } = provider;
  return `${dataProductName ?? dataProductId} / ${outputPortName ?? outputPortId}`;
}

/** The side that uses the data, by its name. */
export function consumerOf({ consumer }: Pick<Access, 'consumer'>): string {
  const { dataProductName, dataProductId, teamName, teamId, userName, userId } = consumer;
  const names = [dataProductName, dataProductId, teamName, teamId, userName, userId];
  return names.find((name) => typeof name === 'string') ?? '';
}

export function providerOf({ provider }: Pick<Access, 'provider'>): string {
  return provider.teamName ?? provider.teamId ?? provider.dataProductName ?? provider.dataProductId;
}

/** Days until an instant, rounded up; undefined without one. */
export function daysUntil(at: string | undefined, now: Date): number | undefined {
  if (at === undefined) return undefined;
  return Math.ceil((new Date(at).getTime() - now.getTime()) / dayMs) - 1;
}

/** The badge of an access: its state, or what is next when that says more. */
export function stateOf(access: Access, now: Date): StatusWord {
  const { lifecycle, info } = access;
  const word = statusWord('access', lifecycle);
  if (lifecycle === 'requested') {
    return info.changeRequestedAt === undefined
      ? { ...word, word: accessTexts.waitsFor(providerOf(access)) }
      : { tone: 'warn', word: accessTexts.changeAsked, icon: 'alert' };
  }
  const status = access.provisioning?.status;
  if (status?.endsWith('-failed')) {
    return statusWord('provisioning', status);
  }
  const left = daysUntil(info.deactivateAt, now);
  if (lifecycle === 'active' && left !== undefined && left <= soonDays) {
    return { tone: 'warn', word: accessTexts.endsIn(left), icon: 'clock' };
  }
  return word;
}

/** The last day of something that ends at this instant. */
export function lastDayOf(end: string, now: Date): string {
  const at = new Date(end).getTime();
  return dayText(new Date(at % dayMs === 0 ? at - dayMs : at), now, 'UTC');
}

/** "1 Jun 2027, 00:00 UTC": the exact instant of a begin or an end. */
export function instantText(at: string, now: Date): string {
  return `${dayText(new Date(at), now, 'UTC')}, ${at.slice(11, 16)} UTC`;
}

/** True for an address that a link may lead to. */
export function isWebAddress(address: unknown): address is string {
  return typeof address === 'string' && /^https?:\/\//iu.test(address);
}
