import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { diagnosticsOf, factsOf, linksOf, portOf } from './access-data.ts';
import type { FailureData } from './access-data.ts';

/** An access could not be taken away on its platform. */
export const deprovisioningFailed: Template<FailureData> = {
  name: 'deprovisioning-failed',
  compose: (data) => ({
    subject: `Deprovisioning failed: ${portOf(data)} for ${oneLine(data.consumer, 80)}`,
    paragraphs: [
      `The access of ${oneLine(data.consumer)} to the output port ${portOf(data)} could not be taken away.`,
      standing(data),
    ],
    facts: factsOf(data),
    diagnostics: diagnosticsOf(data),
    links: linksOf(data),
  }),
};

/** A component may report at any time; what is true then depends on where the access stands. */
function standing({ lifecycle }: FailureData): string {
  if (lifecycle === 'active') {
    return 'The access itself is active: nothing has to be taken away. See why the component tried, and whether the grant is still there.';
  }
  return `The access is ${lifecycle}, but its consumer may still be able to read the data. Mend the cause, then let the component try again, or revoke the grant by hand.`;
}
