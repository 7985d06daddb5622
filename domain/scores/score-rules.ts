/** What is counted of one data product for its score. Identifiers name the first contract that lacks something. */
export type ScoreCounts = {
  ownerId: string | null;
  members: number;
  ports: number;
  boundPorts: number;
  /** Contracts that its output ports name, and those of them that exist. */
  offered: number;
  contracts: number;
  missingContract: string | null;
  passing: number;
  notPassing: string | null;
  fresh: number;
  notFresh: string | null;
  withTerms: number;
  withoutTerms: string | null;
  fields: number;
  described: number;
  leastDescribed: string | null;
  examples: number;
  sources: number;
};

/** A page of the web UI where a rule can be fulfilled. */
export type ScorePage = { collection: 'dataproducts' | 'datacontracts' | 'teams'; id: string };

/** One rule of the score of data products. */
export type ScoreRule = {
  key: string;
  category: 'ownership' | 'contracts' | 'quality' | 'documentation' | 'access' | 'lineage';
  label: string;
  description: string;
  /** Points unless the organization says otherwise. */
  weight: number;
  /** The sentence how to fulfill it, and the page for that. */
  advise: (counts: ScoreCounts, productId: string) => { advice: string; page: ScorePage };
};

/** Days after which a test says nothing about the data of today. */
export const maxTestAgeDays = 30;

/** Share of tables and fields with a description, in percent. */
export const minDescribedPercent = 80;

const ofProduct = (id: string): ScorePage => ({ collection: 'dataproducts', id });
const contractOr = (contract: string | null, productId: string): ScorePage =>
  contract === null ? ofProduct(productId) : { collection: 'datacontracts', id: contract };
const has = (count: number, of: number, what: string): string => `${count} of ${of} ${what}`;
const noContract = 'No output port has a contract that exists: name one at an output port first.';

const owner: ScoreRule = {
  key: 'owner',
  category: 'ownership',
  label: 'Owned by a team with members',
  description: 'The owning team has at least one member, who answers questions.',
  weight: 10,
  advise: ({ ownerId }, productId) => ({
    advice: `Add a member to the team '${ownerId ?? ''}'.`,
    page: ownerId === null ? ofProduct(productId) : { collection: 'teams', id: ownerId },
  }),
};

const contract: ScoreRule = {
  key: 'contract',
  category: 'contracts',
  label: 'Contract for each output port',
  description: 'There is an output port, and each output port names a contract that exists.',
  weight: 20,
  advise: ({ ports, boundPorts, missingContract }, productId) => ({
    advice: adviseContract(ports, boundPorts, missingContract),
    page: ofProduct(productId),
  }),
};

function adviseContract(ports: number, bound: number, missing: string | null): string {
  if (ports === 0) return 'Add an output port that names its contract.';
  if (bound < ports) {
    return `${has(bound, ports, 'output ports')} name a contract: put a contractId into the others.`;
  }
  return `The contract '${missing ?? ''}' does not exist: create it, or name another one.`;
}

const tests: ScoreRule = {
  key: 'tests',
  category: 'quality',
  label: 'Contract tests passing',
  description: `The newest test of each contract is at most ${maxTestAgeDays} days old, and passed, perhaps with warnings.`,
  weight: 20,
  advise: ({ contracts, passing, notPassing }, productId) => ({
    advice:
      contracts === 0
        ? noContract
        : `${has(passing, contracts, 'contracts')} passed a test in the last ${maxTestAgeDays} days: test the contract '${notPassing ?? ''}', and mend what fails.`,
    page: contractOr(notPassing, productId),
  }),
};

const freshness: ScoreRule = {
  key: 'freshness',
  category: 'quality',
  label: 'Freshness promised',
  description:
    'Each contract has a service level of its freshness, latency or frequency, which tests then check.',
  weight: 10,
  advise: ({ contracts, fresh, notFresh }, productId) => ({
    advice:
      contracts === 0
        ? noContract
        : `${has(fresh, contracts, 'contracts')} promise how fresh data is: add latency or frequency to slaProperties of the contract '${notFresh ?? ''}'.`,
    page: contractOr(notFresh, productId),
  }),
};

const exampleData: ScoreRule = {
  key: 'example-data',
  category: 'documentation',
  label: 'Example data',
  description: 'The product has example data.',
  weight: 10,
  advise: (_, productId) => ({
    advice: 'Add rows that show what the data looks like, with PUT /api/example-data/{id}.',
    page: ofProduct(productId),
  }),
};

const accessTerms: ScoreRule = {
  key: 'access-terms',
  category: 'access',
  label: 'Terms of use',
  description: 'Each contract says what its data may be used for, or its limitations.',
  weight: 10,
  advise: ({ contracts, withTerms, withoutTerms }, productId) => ({
    advice:
      contracts === 0
        ? noContract
        : `${has(withTerms, contracts, 'contracts')} have terms of use: add description.usage or description.limitations to the contract '${withoutTerms ?? ''}'.`,
    page: contractOr(withoutTerms, productId),
  }),
};

const descriptions: ScoreRule = {
  key: 'descriptions',
  category: 'documentation',
  label: 'Tables and fields described',
  description: `At least ${minDescribedPercent} % of the tables and fields of its contracts have a description or a link to a definition.`,
  weight: 10,
  advise: ({ contracts, fields, described, leastDescribed }, productId) => ({
    advice:
      contracts === 0
        ? noContract
        : `${has(described, fields, 'tables and fields')} are described; ${minDescribedPercent} % are needed: describe those of the contract '${leastDescribed ?? ''}'.`,
    page: contractOr(leastDescribed, productId),
  }),
};

const lineage: ScoreRule = {
  key: 'lineage',
  category: 'lineage',
  label: 'Lineage known',
  description:
    'An input port names a contract or a source system, an asset of the product has upstream assets, or a pipeline reports what it reads.',
  weight: 10,
  advise: (_, productId) => ({
    advice:
      'Add an input port with the contract or the source system that the product reads, assign assets whose lineage an integration found, or let pipelines report what they read.',
    page: ofProduct(productId),
  }),
};

/** The rules of the score of a data product, in the order of their verdicts. */
export const scoreRules = [
  owner,
  contract,
  tests,
  freshness,
  exampleData,
  accessTerms,
  descriptions,
  lineage,
] as const satisfies readonly ScoreRule[];
