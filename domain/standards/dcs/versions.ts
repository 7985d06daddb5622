/** All versions of the Data Contract Specification; 1.2.1 is the last. */
export const dcsVersions = ['0.9.0', '0.9.1', '0.9.2', '0.9.3', '1.1.0', '1.2.0', '1.2.1'] as const;

/** True for documents that declare the deprecated Data Contract Specification. */
export function isDcs(document: Readonly<Record<string, unknown>>): boolean {
  return document['dataContractSpecification'] !== undefined;
}
