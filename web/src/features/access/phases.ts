import { accessTexts, stepWords } from '../../texts/access.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { Tone } from '../../texts/status-words.ts';
import { instantText, lastDayOf, providerOf } from './facts.ts';
import type { Access, Step } from './queries.ts';

/** A phase in the life of an access. */
export type Phase = {
  name: string;
  tone: Tone | 'ahead';
  /** When it was reached. */
  at?: string | undefined;
  /** Who did it, or when it will be. */
  below?: string | undefined;
};

const system = 'system';

/** The phases of an access: requested, decided, active, granted, ended; those ahead too. */
export function phasesOf(access: Access, history: readonly Step[], now: Date): Phase[] {
  const { lifecycle } = access;
  const first = [requestedPhase(access), decidedPhase(access)];
  if (lifecycle === 'rejected') return first;
  return [...first, activePhase(access, history, now), grantedPhase(access), endPhase(access, now)];
}

function requestedPhase({ info }: Access): Phase {
  return {
    name: stepWords['requested'] ?? '',
    tone: 'ok',
    at: info.requestedAt,
    below: info.requestedByName && accessTexts.by(info.requestedByName),
  };
}

function decidedPhase(access: Access): Phase {
  const { info, lifecycle } = access;
  if (lifecycle === 'requested') {
    return info.changeRequestedAt === undefined
      ? { name: accessTexts.waitsFor(providerOf(access)), tone: 'run' }
      : { name: accessTexts.changeAsked, tone: 'warn', at: info.changeRequestedAt };
  }
  const isRejected = lifecycle === 'rejected';
  const { decidedBy, decidedByName } = info;
  return {
    name: stepWords[isRejected ? 'rejected' : 'approved'] ?? '',
    tone: isRejected ? 'bad' : 'ok',
    at: info.decidedAt,
    below:
      decidedBy === system ? accessTexts.byRule : decidedByName && accessTexts.by(decidedByName),
  };
}

function activePhase({ lifecycle, info }: Access, history: readonly Step[], now: Date): Phase {
  const name = stepWords['activated'] ?? '';
  const wanted = info.startDate;
  const begins =
    wanted && new Date(wanted) > now
      ? instantText(new Date(wanted).toISOString(), now)
      : accessTexts.whenApproved;
  if (lifecycle === 'requested' || lifecycle === 'upcoming') {
    return { name, tone: 'ahead', below: begins };
  }
  const activated = history.find(({ step }) => step === 'activated');
  if (lifecycle === 'expired') return { name, tone: 'idle', at: activated?.at };
  return { name, tone: 'ok', at: activated?.at };
}

function grantedPhase({ provisioning, lifecycle }: Access): Phase {
  const ahead: Phase = { name: stepWords['provisioned'] ?? '', tone: 'ahead' };
  if (provisioning === undefined)
    return lifecycle === 'expired' ? { ...ahead, tone: 'idle' } : ahead;
  const { tone, word } = statusWord('provisioning', provisioning.status);
  const { failedAt, provisionedAt, deprovisionedAt, provisioningStartedAt } = provisioning;
  const times: Readonly<Record<string, string | null | undefined>> = {
    provisioned: provisionedAt,
    deprovisioned: deprovisionedAt,
    provisioning: provisioningStartedAt,
    'provisioning-failed': failedAt,
    'deprovisioning-failed': failedAt,
  };
  return {
    name: word,
    tone,
    at: times[provisioning.status] ?? undefined,
    below: provisioning.platform ?? undefined,
  };
}

function endPhase({ lifecycle, info }: Access, now: Date): Phase {
  const { deactivateAt } = info;
  if (lifecycle === 'expired') {
    return { name: statusWord('access', 'expired').word, tone: 'ok', at: deactivateAt };
  }
  if (deactivateAt === undefined) return { name: accessTexts.noEnd, tone: 'ahead' };
  return {
    name: `${accessTexts.ends} ${instantText(deactivateAt, now)}`,
    tone: 'ahead',
    below: accessTexts.lastDay(lastDayOf(deactivateAt, now)),
  };
}
