import { attribute } from './attribute.ts';

/** Attributes of every resource, which no schema lists (RFC 7643 §3.1). */
export const commonAttributes = [
  attribute('id', 'Identifier given by this service', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'Identifier given by the client', { caseExact: true }),
  attribute('schemas', 'URNs of the schemas of the resource', {
    type: 'reference',
    multiValued: true,
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
  }),
  attribute('meta', 'Facts about the resource', {
    type: 'complex',
    mutability: 'readOnly',
    subAttributes: [
      attribute('resourceType', 'User or Group', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'Creation', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'Last change', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'Address of the resource', { caseExact: true, mutability: 'readOnly' }),
      attribute('version', 'Entity tag of the resource', {
        caseExact: true,
        mutability: 'readOnly',
      }),
    ],
  }),
];
