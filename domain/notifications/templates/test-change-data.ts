import { isWebAddress } from '../notice.ts';
import type { Notice } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { knownFacts } from './access-data.ts';

/** What a notice about scheduled tests of a contract needs; samples of data are not among it. */
export type TestChangeData = {
  dataContractId: string;
  contractName: string;
  server: string;
  result: string;
  /** Some of those that failed. */
  failedChecks: readonly { name: string; reason: string }[];
  /** How many there are. */
  failedCount: number;
  checkCount: number;
  testResultId: string;
  testedAt: string;
  /** Web page of the contract. */
  page: string;
};

/** As many failed checks as a notice names. */
export const mostFailedChecks = 10;

/** The data as the ledger keeps them for each recipient. */
export function storedTestChange(data: TestChangeData): TestChangeData {
  return {
    ...data,
    contractName: oneLine(data.contractName, 200),
    server: oneLine(data.server, 200),
    failedChecks: data.failedChecks.slice(0, mostFailedChecks).map(({ name, reason }) => ({
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

/** Facts and links that both notices have. */
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
