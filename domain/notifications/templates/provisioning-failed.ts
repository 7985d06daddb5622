import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { diagnosticsOf, factsOf, linksOf, portOf } from './access-data.ts';
import type { FailureData } from './access-data.ts';

/** An access could not be set up on its platform. */
export const provisioningFailed: Template<FailureData> = {
  name: 'provisioning-failed',
  compose: (data) => ({
    subject: `Provisioning failed: ${portOf(data)} for ${oneLine(data.consumer, 80)}`,
    paragraphs: [
      `The access of ${oneLine(data.consumer)} to the output port ${portOf(data)} could not be set up.`,
      standing(data),
    ],
    facts: factsOf(data),
    diagnostics: diagnosticsOf(data),
    links: linksOf(data),
  }),
};

/** Components report at any time, so the text depends on the current state of the access. */
function standing({ lifecycle }: FailureData): string {
  if (lifecycle === 'active' || lifecycle === 'upcoming') {
    return `The access is ${lifecycle}, but its consumer cannot use it. Fix the cause, then let the component try again.`;
  }
  return `The access itself is ${lifecycle}: nothing has to be set up. Check why the component tried.`;
}
