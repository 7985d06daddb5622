import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { factsOfTest, testedOf } from './test-change-data.ts';
import type { TestChangeData } from './test-change-data.ts';

/** A scheduled test of a contract failed after a success. */
export const contractTestFailed: Template<TestChangeData> = {
  name: 'contract-test-failed',
  compose: (data) => ({
    subject: `Contract test ${data.result === 'error' ? 'ended in an error' : 'failed'}: ${testedOf(data)}`,
    paragraphs: [
      `The scheduled test of ${testedOf(data)} ${data.result === 'error' ? 'could not be completed' : 'found data that breaks the contract'}.`,
      ...checksOf(data),
      'You will be notified again when the test passes, not at every failure.',
    ],
    ...factsOfTest(data),
    diagnostics: undefined,
  }),
};

function checksOf({ failedChecks, failedCount }: TestChangeData): string[] {
  const named = failedChecks.map(
    ({ name, reason }) =>
      `- ${oneLine(name, 300)}${reason === '' ? '' : `: ${oneLine(reason, 500)}`}`,
  );
  const more = failedCount - failedChecks.length;
  return more > 0 ? [...named, `- and ${more} more`] : named;
}
