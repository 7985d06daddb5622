/** Every version of the Data Contract Specification; the last one is 1.2.1. */
export const dcsVersions = ['0.9.0', '0.9.1', '0.9.2', '0.9.3', '1.1.0', '1.2.0', '1.2.1'] as const;

/** Whether a document says that it is written by the deprecated Data Contract Specification. */
export function isDcs(document: Readonly<Record<string, unknown>>): boolean {
  return document['dataContractSpecification'] !== undefined;
}
