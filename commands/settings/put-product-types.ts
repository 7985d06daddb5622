import type { Database } from '../../db/connect.ts';
import { ownProductTypes, productTypesProblems } from '../../domain/organizations/product-types.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { storeSettings } from './store-settings.ts';

/** Replaces the types of data products; without a type of its own, the organization has the built-in ones. Refuses with `invalid_body`. */
export async function putProductTypes(
  database: Database,
  change: OrganizationChange,
): Promise<void> {
  assertNoViolations(productTypesProblems(change.document), 'invalid_body');
  const own = ownProductTypes(change.document as Parameters<typeof ownProductTypes>[0]);
  await storeSettings(database, change, {
    name: 'dataproduct-types',
    body: own.dataProductTypes.length === 0 ? undefined : JSON.stringify(own),
    eventType: 'DataProductTypesUpdated',
  });
}
