import { attribute } from './attribute.ts';
import type { Schema } from './attribute.ts';

/** Groups of people (RFC 7643 §4.2). Groups within groups are refused: clients send their people instead. */
export const groupSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A group of people',
  attributes: [
    attribute('displayName', 'Name of the group, which the mapping refers to', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('members', 'People of the group', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'Id of the user', { caseExact: true, mutability: 'immutable' }),
        attribute('$ref', 'Address of the user', {
          type: 'reference',
          referenceTypes: ['User'],
          caseExact: true,
          mutability: 'immutable',
        }),
        attribute('type', 'Always User', { canonicalValues: ['User'], mutability: 'immutable' }),
      ],
    }),
  ],
};
