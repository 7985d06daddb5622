const prefix = 'branch/';

/**
 * The id under which test results and test runs of a branch are stored. No data contract can have it, because ids of contracts
 * contain no `/`, so results of a branch never count as results of its contract.
 */
export const branchContractId = (changeRequestId: string): string => `${prefix}${changeRequestId}`;

/** The change request of such an id; undefined for the id of a data contract. */
export const changeRequestOf = (dataContractId: string): string | undefined =>
  dataContractId.startsWith(prefix) ? dataContractId.slice(prefix.length) : undefined;

/** Pattern of these ids in SQL. */
export const branchIdPattern = `${prefix}%`;
