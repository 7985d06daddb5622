import { objectOf } from '../json-value.ts';

/** The only version of the Data Product Specification that there ever was. */
export const dpsVersion = '0.0.1';

/**
 * Whether a document is written by the deprecated Data Product Specification: it says so, or it has its `info.title` and
 * nothing that says what it is (decisions §3).
 */
export function isDps(document: Readonly<Record<string, unknown>>): boolean {
  if (document['dataProductSpecification'] !== undefined) return true;
  if (document['kind'] !== undefined || document['apiVersion'] !== undefined) return false;
  return objectOf(document['info'])?.['title'] !== undefined;
}
