import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { diagnosticsOf, factsOf, linksOf, portOf } from './access-data.ts';
import type { FailureData } from './access-data.ts';

/** An access could not be removed from its platform. */
export const deprovisioningFailed: Template<FailureData> = {
  name: 'deprovisioning-failed',
  compose: (data) => ({
    subject: `Deprovisioning failed: ${portOf(data)} for ${oneLine(data.consumer, 80)}`,
    paragraphs: [
      `The access of ${oneLine(data.consumer)} to the output port ${portOf(data)} could not be removed.`,
      standing(data),
    ],
    facts: factsOf(data),
    diagnostics: diagnosticsOf(data),
    links: linksOf(data),
  }),
};

/** Components report at any time, so the text depends on the current state of the access. */
function standing({ lifecycle }: FailureData): string {
  if (lifecycle === 'active') {
    return 'The access itself is active: nothing has to be removed. Check why the component tried, and whether the grant still exists.';
  }
  return `The access is ${lifecycle}, but its consumer may still be able to read the data. Fix the cause, then let the component try again, or revoke the grant manually.`;
}
