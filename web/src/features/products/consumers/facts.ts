import { statusWord } from '../../../texts/status-words.ts';
import type { StatusWord } from '../../../texts/status-words.ts';
import { providerTexts } from '../../../texts/studio/consumers.ts';
import type { Access } from '../../access/queries.ts';
import type { Alert, Grant } from './queries.ts';

/** What was agreed, what should be granted, and what the platform reported, side by side. */
export type Compared = {
  access: Access;
  grant: Grant | undefined;
  alerts: readonly Alert[];
  /** How the report differs from the agreement; undefined if it does not. */
  difference: StatusWord | undefined;
};

function differenceOf(
  { provisioning }: Access,
  grant: Grant | undefined,
  alerts: readonly Alert[],
): StatusWord | undefined {
  const status = provisioning?.status;
  if (status?.endsWith('-failed')) return statusWord('provisioning', status);
  const [alert] = alerts;
  if (alert !== undefined) {
    return { tone: 'bad', word: providerTexts.alertWords[alert.kind], icon: 'alert' };
  }
  if (grant === undefined) {
    const isLeft = status === 'provisioned';
    return isLeft ? { tone: 'bad', word: providerTexts.stillGranted, icon: 'alert' } : undefined;
  }
  if (status === 'provisioned') return undefined;
  return status === undefined
    ? { tone: 'warn', word: providerTexts.notConfirmed, icon: 'alert' }
    : statusWord('provisioning', status);
}

/** Accesses with their grants and reports; those that differ come first, then those that ask. */
export function compare(
  accesses: readonly Access[],
  grants: readonly Grant[],
  alerts: readonly Alert[],
): Compared[] {
  const granted = new Map(grants.map((grant) => [grant.accessId, grant]));
  const all = accesses.map((access) => {
    const grant = granted.get(access.id ?? '');
    const own = alerts.filter(({ accessId }) => accessId === access.id);
    return { access, grant, alerts: own, difference: differenceOf(access, grant, own) };
  });
  return all.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const lifecycleRank: Readonly<Record<string, number>> = { requested: 2, active: 3, upcoming: 4 };

function rankOf({ difference, access: { lifecycle } }: Compared): number {
  if (difference?.tone === 'bad') return 0;
  return difference === undefined ? (lifecycleRank[lifecycle] ?? 5) : 1;
}

/** True for an access that can be reassessed or ended. */
export const isLasting = ({ lifecycle }: Access): boolean =>
  lifecycle === 'active' || lifecycle === 'upcoming';
