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
      'The access is approved, but its consumer cannot use it yet. Mend the cause, then let the component try again.',
    ],
    facts: factsOf(data),
    diagnostics: diagnosticsOf(data),
    links: linksOf(data),
  }),
};
