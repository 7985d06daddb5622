import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { factsOfTest, testedOf } from './test-change-data.ts';
import type { TestChangeData } from './test-change-data.ts';

/** A scheduled test of a contract succeeded after a failure. */
export const contractTestRecovered: Template<TestChangeData> = {
  name: 'contract-test-recovered',
  compose: (data) => ({
    subject: `Contract test recovered: ${testedOf(data)}`,
    paragraphs: [
      `The scheduled test of ${testedOf(data)} failed before and now has the result '${oneLine(data.result, 20)}'.`,
    ],
    ...factsOfTest(data),
    diagnostics: undefined,
  }),
};
