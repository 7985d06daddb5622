import { accessEvents } from './access-events.ts';

/** Steps in the history of an access; the reports of provisioning components are kept apart. */
export const accessSteps = [
  'requested',
  'changed',
  'change-requested',
  'approved',
  'rejected',
  'cancelled',
  'activated',
  'deactivated',
] as const;
export type AccessStepName = (typeof accessSteps)[number];

/** Maximum length of a note, in characters. */
export const maxNoteLength = 2_000;

/** The author of steps that need no person: approvals by rule, and timers. */
export const automaticPrincipal = 'system';

/** A step, its author, and the note of its author. Time activates and deactivates, so these steps have no author. */
export type HistoryStep = {
  step: AccessStepName;
  principal: string | undefined;
  note: string | undefined;
};

type AccessEvent = { type: string; data: Readonly<Record<string, unknown>> };

/** Data of an event about a decision. */
export type DecisionData = { note?: string; automatic?: true };

const stepOfEvent: Readonly<Record<string, AccessStepName>> = {
  [accessEvents.requested]: 'requested',
  [accessEvents.updated]: 'changed',
  [accessEvents.changeRequested]: 'change-requested',
  [accessEvents.approved]: 'approved',
  [accessEvents.rejected]: 'rejected',
  [accessEvents.canceled]: 'cancelled',
  [accessEvents.activated]: 'activated',
  [accessEvents.deactivated]: 'deactivated',
};

const answersOfProvider: readonly AccessStepName[] = ['approved', 'rejected', 'change-requested'];
const decisions: readonly AccessStepName[] = [...answersOfProvider, 'cancelled'];

/** The steps of a change, from its events. An update that accompanies an answer of the provider is no step. */
export function stepsOf(events: readonly AccessEvent[], principal: string): HistoryStep[] {
  const steps = events.flatMap(({ type, data }) => {
    const step = stepOfEvent[type];
    return step ? [toStep(step, data, principal)] : [];
  });
  const isAnswered = steps.some(({ step }) => answersOfProvider.includes(step));
  return steps.filter(({ step }) => step !== 'changed' || !isAnswered);
}

function toStep(
  step: AccessStepName,
  { note, automatic }: DecisionData,
  principal: string,
): HistoryStep {
  if (step === 'activated' || step === 'deactivated') {
    return { step, principal: undefined, note: undefined };
  }
  return { step, principal: automatic ? automaticPrincipal : principal, note };
}

/** The last decision of a change, if it has one; its note replaces that of the decision before. */
export function decisionOf(
  events: readonly AccessEvent[],
  principal: string,
): HistoryStep | undefined {
  return stepsOf(events, principal).findLast(({ step }) => decisions.includes(step));
}

/** The same events, in which the event of the decision has the given data. */
export function withDecision(events: readonly string[], data: DecisionData): AccessEvent[] {
  return events.map((type) => {
    const step = stepOfEvent[type];
    return { type, data: step && decisions.includes(step) ? data : {} };
  });
}
