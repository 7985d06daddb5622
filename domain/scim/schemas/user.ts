import { attribute, values } from './attribute.ts';
import type { Schema } from './attribute.ts';

const work = ['work', 'home', 'other'];

const name = attribute('name', 'Components of the name', {
  type: 'complex',
  subAttributes: [
    attribute('formatted', 'Full name for people'),
    attribute('familyName', 'Family name'),
    attribute('givenName', 'Given name'),
    attribute('middleName', 'Middle names'),
    attribute('honorificPrefix', 'Title before the name'),
    attribute('honorificSuffix', 'Suffix after the name'),
  ],
});

const addresses = attribute('addresses', 'Postal addresses', {
  type: 'complex',
  multiValued: true,
  subAttributes: [
    attribute('formatted', 'Full address for a label'),
    attribute('streetAddress', 'Street, number and further lines'),
    attribute('locality', 'City'),
    attribute('region', 'State or region'),
    attribute('postalCode', 'Postal code'),
    attribute('country', 'Country'),
    attribute('type', 'Use of the address', { canonicalValues: work }),
    attribute('primary', 'True for the preferred address', { type: 'boolean' }),
  ],
});

const groups = attribute('groups', 'Groups that have the user as a member; change the groups', {
  type: 'complex',
  multiValued: true,
  mutability: 'readOnly',
  subAttributes: [
    attribute('value', 'Id of the group', { caseExact: true, mutability: 'readOnly' }),
    attribute('$ref', 'Address of the group', {
      type: 'reference',
      referenceTypes: ['Group'],
      caseExact: true,
      mutability: 'readOnly',
    }),
    attribute('display', 'Name of the group', { mutability: 'readOnly' }),
    attribute('type', 'Always direct', { canonicalValues: ['direct'], mutability: 'readOnly' }),
  ],
});

/** People (RFC 7643 §4.1). There is no `password`: people sign in with their provider or a mailed link. */
export const userSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A person',
  attributes: [
    attribute('userName', 'Name with which the person signs in to the client', {
      required: true,
      uniqueness: 'server',
    }),
    name,
    attribute('displayName', 'Name for people'),
    attribute('nickName', 'Casual name'),
    attribute('profileUrl', 'Address of a page about the person', {
      type: 'reference',
      referenceTypes: ['external'],
    }),
    attribute('title', 'Position, such as Vice President'),
    attribute('userType', 'Relationship to the organization, such as Contractor'),
    attribute('preferredLanguage', 'Preferred language, such as en-US'),
    attribute('locale', 'Locale, such as en-US'),
    attribute('timezone', 'Time zone, such as Europe/Berlin'),
    attribute('active', 'False takes all rights in the organization away; absent means true', {
      type: 'boolean',
    }),
    values('emails', 'E-mail addresses; the primary one identifies the person here', {}, work),
    values('phoneNumbers', 'Phone numbers', {}, [...work, 'mobile', 'fax', 'pager']),
    values('ims', 'Addresses of instant messaging', {}),
    values('photos', 'Addresses of photos', { type: 'reference', referenceTypes: ['external'] }, [
      'photo',
      'thumbnail',
    ]),
    addresses,
    groups,
    values('entitlements', 'Entitlements, kept without effect', {}),
    values('roles', 'Roles, kept without effect: groups give roles by the mapping', {}),
    values('x509Certificates', 'Certificates, kept without effect', {
      type: 'binary',
      caseExact: true,
    }),
  ],
};

/** Members that enterprises add to people (RFC 7643 §4.3). */
export const enterpriseUserSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'Enterprise members of a person',
  attributes: [
    attribute('employeeNumber', 'Number of the employee'),
    attribute('costCenter', 'Cost center'),
    attribute('organization', 'Organization'),
    attribute('division', 'Division'),
    attribute('department', 'Department'),
    attribute('manager', 'Manager of the person', {
      type: 'complex',
      subAttributes: [
        attribute('value', 'Id of the manager', { caseExact: true }),
        attribute('$ref', 'Address of the manager', {
          type: 'reference',
          referenceTypes: ['User'],
          caseExact: true,
        }),
        attribute('displayName', 'Name of the manager', { mutability: 'readOnly' }),
      ],
    }),
  ],
};
