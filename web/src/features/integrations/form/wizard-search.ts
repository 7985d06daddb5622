import { textsOf } from '../../../lib/address/address-texts.ts';

export const wizardSteps = ['source', 'connection', 'scope', 'schedule', 'plan'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** What follows a save. */
export type Follow = 'stay' | 'connection' | 'plan' | 'leave' | 'run';

/** What the address of the wizard holds: its step, and the newest connection test and plan. */
export type WizardSearch = { step?: WizardStep; test?: string; plan?: string };

export function readWizardSearch(search: Record<string, unknown>): WizardSearch {
  const [step] = textsOf(search['step']);
  const [test] = textsOf(search['test']);
  const [plan] = textsOf(search['plan']);
  const known = wizardSteps.find((each) => each === step);
  return {
    ...(known !== undefined && { step: known }),
    ...(test !== undefined && { test }),
    ...(plan !== undefined && { plan }),
  };
}
