const prefix = 'branch/';

/**
 * The id under which test results and test runs of a branch are stored. No data contract can have it, because ids of contracts
 * contain no `/`, so results of a branch never count as results of its contract.
 */
export const branchContractId = (changeRequestId: string): string => `${prefix}${changeRequestId}`;

/** The change request of such an id; undefined for the id of a data contract. */
export const changeRequestOf = (dataContractId: string): string | undefined =>
  dataContractId.startsWith(prefix) ? dataContractId.slice(prefix.length) : undefined;

const candidatePrefix = 'candidate/';

/** The id under which test runs and results of a text that is not stored as this contract are kept; they never count for it, either. */
export const candidateContractId = (dataContractId: string): string =>
  `${candidatePrefix}${dataContractId}`;

/** The data contract of such an id; undefined for other ids. */
export const contractOfCandidate = (dataContractId: string): string | undefined =>
  dataContractId.startsWith(candidatePrefix)
    ? dataContractId.slice(candidatePrefix.length)
    : undefined;

/** Pattern of the ids of branches and candidates in SQL. */
export const branchIdPattern = '%/%';
