import { objectOf } from '../json-value.ts';

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
