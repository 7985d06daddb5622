import { createValidator } from '../create-validator.ts';
import { productSchema } from './schema.ts';
import { productLineOf, productVersions } from '../versions.ts';

/** Violations in an ODPS document by the version that it declares; empty when it is valid. */
export const validateProduct = createValidator({
  name: 'ODPS',
  kind: 'DataProduct',
  title: 'data product',
  versions: productVersions,
  lineOf: productLineOf,
  schemaOf: productSchema,
});
