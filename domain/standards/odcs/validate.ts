import { isAddressTemplate } from '../address-template.ts';
import { createValidator } from '../create-validator.ts';
import { contractSchema } from './schema.ts';
import { contractLineOf, contractVersions } from '../versions.ts';

/** Violations in an ODCS document by the version that it declares; empty when it is valid. */
export const validateContract = createValidator({
  name: 'ODCS',
  kind: 'DataContract',
  title: 'data contract',
  versions: contractVersions,
  lineOf: contractLineOf,
  schemaOf: contractSchema,
  formats: { 'uri-template': isAddressTemplate },
});
