import { objectOf } from './json-value.ts';

/** All supported ODCS versions, oldest first; the values of `apiVersion`. */
export const contractVersions = [
  'v2.2.0',
  'v2.2.1',
  'v2.2.2',
  'v3.0.0',
  'v3.0.1',
  'v3.0.2',
  'v3.1.0',
  'v3.2.0',
] as const;

/** Versions with one form of document; versions of 2.2 differ only by mistakes in their schemas. */
export type ContractLine = '2.2' | Line3;

/** The lines of ODCS 3. */
export type Line3 = '3.0.0' | '3.0.1' | '3.0.2' | '3.1' | '3.2';

const lines: Readonly<Record<(typeof contractVersions)[number], ContractLine>> = {
  'v2.2.0': '2.2',
  'v2.2.1': '2.2',
  'v2.2.2': '2.2',
  'v3.0.0': '3.0.0',
  'v3.0.1': '3.0.1',
  'v3.0.2': '3.0.2',
  'v3.1.0': '3.1',
  'v3.2.0': '3.2',
};

/** The line of a version, e.g. `3.1` for `v3.1.0`; undefined for unsupported versions. */
export function contractLineOf(apiVersion: unknown): ContractLine | undefined {
  const version = contractVersions.find((supported) => supported === apiVersion);
  return version === undefined ? undefined : lines[version];
}

/** All supported ODPS versions, oldest first; the values of `apiVersion`. */
export const productVersions = ['v0.9.0', 'v1.0.0', 'v1.1.0'] as const;

/** Versions with one form of document. */
export type ProductLine = '0.9' | '1.0' | '1.1';

/** The line of a version, e.g. `1.0` for `v1.0.0`; undefined for unsupported versions. */
export function productLineOf(apiVersion: unknown): ProductLine | undefined {
  const version = productVersions.find((supported) => supported === apiVersion);
  return version === undefined ? undefined : (version.slice(1, 4) as ProductLine);
}

/** All versions of the Data Contract Specification; 1.2.1 is the last. */
export const dcsVersions = ['0.9.0', '0.9.1', '0.9.2', '0.9.3', '1.1.0', '1.2.0', '1.2.1'] as const;

/** True for documents that declare the deprecated Data Contract Specification. */
export function isDcs(document: Readonly<Record<string, unknown>>): boolean {
  return document['dataContractSpecification'] !== undefined;
}

/** The only version of the Data Product Specification. */
export const dpsVersion = '0.0.1';

/**
 * True for documents of the deprecated Data Product Specification: they declare it, or have its `info.title`
 * and declare no other format.
 */
export function isDps(document: Readonly<Record<string, unknown>>): boolean {
  if (document['dataProductSpecification'] !== undefined) return true;
  if (document['kind'] !== undefined || document['apiVersion'] !== undefined) return false;
  return objectOf(document['info'])?.['title'] !== undefined;
}
