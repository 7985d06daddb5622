import { isAddressTemplate } from '../address-template.ts';
import { createValidator } from '../create-validator.ts';
import { objectOf, objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import { contractSchema } from './schema.ts';
import { schemaLineOf, supportedVersions } from './versions.ts';

/** Violations in an ODCS document by the version that it declares; empty when it is valid. */
export const validateContract = createValidator({
  name: 'ODCS',
  kind: 'DataContract',
  title: 'data contract',
  versions: supportedVersions,
  lineOf: schemaLineOf,
  schemaOf: contractSchema,
  formats: { 'uri-template': isAddressTemplate },
});

function customOwner(contract: JsonObject): string | undefined {
  const owner = objectsOf(contract['customProperties']).find(
    (entry) => entry['property'] === 'owner',
  );
  return textOf(owner?.['value']);
}

/** Team ids that may be the owner of a contract, in order of precedence: team.name, owner, domain. */
export function contractOwner(document: unknown): { candidates: string[] } {
  const contract = objectOf(document) ?? {};
  const named = [
    textOf(objectOf(contract['team'])?.['name']),
    customOwner(contract),
    textOf(contract['domain']),
  ];
  return { candidates: named.filter((name) => name !== undefined) };
}
