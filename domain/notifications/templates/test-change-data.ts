import { isWebAddress } from '../notice.ts';
import type { Notice } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { knownFacts } from './access-data.ts';

/** The data of a notice about scheduled tests of a contract, without samples of data. */
export type TestChangeData = {
  dataContractId: string;
  contractName: string;
  server: string;
  result: string;
  /** The first failed checks. */
  failedChecks: readonly { name: string; reason: string }[];
  /** Number of all failed checks. */
  failedCount: number;
  checkCount: number;
  testResultId: string;
  testedAt: string;
  /** Web page of the contract. */
  page: string;
};

/** Maximum number of failed checks in a notice. */
export const maxFailedChecks = 10;

/** The data stored for each recipient, limited to what fits into a mail. */
export function storedTestChange(data: TestChangeData): TestChangeData {
  return {
    ...data,
    contractName: oneLine(data.contractName, 200),
    server: oneLine(data.server, 200),
    failedChecks: data.failedChecks.slice(0, maxFailedChecks).map(({ name, reason }) => ({
      name: oneLine(name, 300),
      reason: oneLine(reason, 500),
    })),
  };
}

/** A contract and its server, for a sentence. */
export function testedOf({ contractName, dataContractId, server }: TestChangeData): string {
  const name = oneLine(contractName, 80) || oneLine(dataContractId, 80);
  return `${name} on ${oneLine(server, 80)}`;
}

/** Facts and links of both notices. */
export function factsOfTest(data: TestChangeData): Pick<Notice, 'facts' | 'links'> {
  const url = oneLine(data.page, Infinity);
  return {
    facts: knownFacts([
      ['Data contract', data.dataContractId],
      ['Server', data.server],
      ['Result', data.result],
      ['Failed checks', `${data.failedCount} of ${data.checkCount}`],
      ['Tested at', data.testedAt],
      ['Test results', `GET /api/test-results/${data.testResultId}`],
    ]),
    links: isWebAddress(url) ? [{ label: 'Data contract', url }] : [],
  };
}
