import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { factsOfTest, testedOf } from './test-change-data.ts';
import type { TestChangeData } from './test-change-data.ts';

/** A scheduled test of a contract did not fail, and the one before did. */
export const contractTestRecovered: Template<TestChangeData> = {
  name: 'contract-test-recovered',
  compose: (data) => ({
    subject: `Contract test is fine again: ${testedOf(data)}`,
    paragraphs: [
      `The scheduled test of ${testedOf(data)} failed before and has now the result '${oneLine(data.result, 20)}'.`,
    ],
    ...factsOfTest(data),
    diagnostics: undefined,
  }),
};
