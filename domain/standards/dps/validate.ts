import { createSchemaCheck } from '../create-validator.ts';
import type { DeprecatedFormat } from '../deprecated-format.ts';
import { dpsSchema } from './schema.ts';

/** Replaced by ODPS 1.0.0. */
export const dps: DeprecatedFormat = {
  title: 'the Data Product Specification (DPS)',
  instead: 'ODPS (apiVersion and kind: DataProduct), as GET with ?format=odps gives it',
  since: new Date('2025-09-24T00:00:00Z'),
};

/** Violations in a document of the Data Product Specification; empty when it is valid. */
export const validateDps = createSchemaCheck('DPS', dpsSchema).violations;
