import { attribute } from '../schemas/attribute.ts';
import type { Attribute, Schema } from '../schemas/attribute.ts';

const readOnly = { mutability: 'readOnly', required: true } as const;

const text = (name: string, description: string, options: Partial<Attribute> = {}): Attribute =>
  attribute(name, description, { ...readOnly, ...options });

const flag = (name: string, description: string): Attribute =>
  text(name, description, { type: 'boolean' });

const ability = (name: string, description: string, further: Attribute[] = []): Attribute =>
  text(name, description, {
    type: 'complex',
    subAttributes: [flag('supported', 'True if the service can do this'), ...further],
  });

const number = (name: string, description: string): Attribute =>
  text(name, description, { type: 'integer' });

const core = 'urn:ietf:params:scim:schemas:core:2.0';

const providerConfig: Schema = {
  id: `${core}:ServiceProviderConfig`,
  name: 'ServiceProviderConfig',
  description: 'What the service can do',
  attributes: [
    attribute('documentationUri', 'Address of the documentation', {
      type: 'reference',
      referenceTypes: ['external'],
      mutability: 'readOnly',
    }),
    ability('patch', 'PATCH'),
    ability('bulk', 'Bulk requests', [
      number('maxOperations', 'Maximum number of operations'),
      number('maxPayloadSize', 'Maximum size of the body in bytes'),
    ]),
    ability('filter', 'Filters', [
      number('maxResults', 'Maximum number of resources in an answer'),
    ]),
    ability('changePassword', 'Changes of passwords'),
    ability('sort', 'Sorted lists'),
    ability('etag', 'Entity tags'),
    text('authenticationSchemes', 'Ways to authenticate', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        text('type', 'Kind of the scheme', {
          canonicalValues: ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'],
        }),
        text('name', 'Name of the scheme'),
        text('description', 'Description of the scheme'),
        attribute('specUri', 'Address of its specification', {
          type: 'reference',
          referenceTypes: ['external'],
          mutability: 'readOnly',
        }),
        attribute('documentationUri', 'Address of its documentation', {
          type: 'reference',
          referenceTypes: ['external'],
          mutability: 'readOnly',
        }),
      ],
    }),
  ],
};

const resourceType: Schema = {
  id: `${core}:ResourceType`,
  name: 'ResourceType',
  description: 'A type of resources',
  attributes: [
    text('id', 'Id of the type', { required: false }),
    text('name', 'Name of the type'),
    attribute('description', 'Description of the type', { mutability: 'readOnly' }),
    text('endpoint', 'Path of its resources', { type: 'reference', referenceTypes: ['uri'] }),
    text('schema', 'URN of its schema', {
      type: 'reference',
      referenceTypes: ['uri'],
      caseExact: true,
    }),
    attribute('schemaExtensions', 'Extensions of its schema', {
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [
        text('schema', 'URN of the extension', {
          type: 'reference',
          referenceTypes: ['uri'],
          caseExact: true,
        }),
        flag('required', 'True if each resource has the extension'),
      ],
    }),
  ],
};

/** Members of an attribute; those of its parts are the same, one level deep. */
const members: Attribute[] = [
  text('name', 'Name of the attribute', { caseExact: true }),
  text('type', 'Type of its values'),
  flag('multiValued', 'True for a list'),
  attribute('description', 'Description', { mutability: 'readOnly' }),
  flag('required', 'True if each resource has it'),
  attribute('canonicalValues', 'Usual values', { multiValued: true, mutability: 'readOnly' }),
  attribute('caseExact', 'True if case matters', { type: 'boolean', mutability: 'readOnly' }),
  text('mutability', 'Who changes it'),
  text('returned', 'When it is answered'),
  attribute('uniqueness', 'Where values are unique', { mutability: 'readOnly' }),
  attribute('referenceTypes', 'Types that it refers to', {
    multiValued: true,
    mutability: 'readOnly',
  }),
];

const parts = (name: string, description: string, subAttributes: Attribute[]): Attribute =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes,
  });

const schema: Schema = {
  id: `${core}:Schema`,
  name: 'Schema',
  description: 'The attributes of a type of resources',
  attributes: [
    text('id', 'URN of the schema'),
    attribute('name', 'Name of the schema', { mutability: 'readOnly' }),
    attribute('description', 'Description of the schema', { mutability: 'readOnly' }),
    parts('attributes', 'The attributes', [
      ...members,
      parts('subAttributes', 'The parts of an attribute', members),
    ]),
  ],
};

/** Schemas of the documents that describe the interface. */
export const discoverySchemas: readonly Schema[] = [providerConfig, resourceType, schema];
