import { any, long, productType, select, team, text, words } from './form-field.ts';
import type { Section } from './form-field.ts';

const status = ['proposed', 'draft', 'active', 'deprecated', 'retired'];
const links: Section = {
  key: 'links',
  name: 'Links',
  path: ['authoritativeDefinitions'],
  list: { names: ['type', 'url'], noun: 'link' },
  fields: [text('type', 'Type'), text('url', 'Address'), long('description', 'Description')],
};
const support: Section = {
  key: 'support',
  name: 'Support',
  path: ['support'],
  list: { names: ['channel', 'url'], noun: 'channel' },
  fields: [
    text('channel', 'Channel'),
    text('url', 'Address'),
    text('tool', 'Tool'),
    text('scope', 'Scope'),
    long('description', 'Description'),
  ],
};
const custom: Section = {
  key: 'custom',
  name: 'Custom properties',
  path: ['customProperties'],
  list: { names: ['property'], noun: 'property' },
  fields: [text('property', 'Property'), any('value', 'Value'), long('description', 'Description')],
};
const terms: Section = {
  key: 'terms',
  name: 'Terms',
  path: [],
  fields: [
    long('description.purpose', 'Purpose'),
    long('description.usage', 'Usage'),
    long('description.limitations', 'Limitations'),
  ],
};

export const contractSections: readonly Section[] = [
  {
    key: 'info',
    name: 'Basics',
    path: [],
    fields: [
      text('name', 'Name'),
      text('version', 'Version'),
      select('status', 'Status', status),
      team('team.name', 'Owner'),
      text('domain', 'Domain'),
      text('dataProduct', 'Data product'),
      text('tenant', 'Tenant'),
      words('tags', 'Tags'),
    ],
  },
  terms,
  {
    key: 'servers',
    name: 'Servers',
    path: ['servers'],
    list: { names: ['server', 'type'], noun: 'server' },
    fields: [
      text('server', 'Name'),
      text('type', 'Type'),
      text('environment', 'Environment'),
      text('host', 'Host'),
      { path: ['port'], label: 'Port', control: 'number' },
      text('database', 'Database'),
      text('schema', 'Schema'),
      text('location', 'Location'),
      text('format', 'Format'),
      long('description', 'Description'),
    ],
  },
  {
    key: 'roles',
    name: 'Roles',
    path: ['roles'],
    list: { names: ['role'], noun: 'role' },
    fields: [
      text('role', 'Role'),
      text('access', 'Access'),
      text('firstLevelApprovers', 'First approvers'),
      text('secondLevelApprovers', 'Second approvers'),
      long('description', 'Description'),
    ],
  },
  {
    key: 'sla',
    name: 'Service levels',
    path: ['slaProperties'],
    list: { names: ['property', 'element'], noun: 'service level' },
    fields: [
      text('property', 'Property'),
      any('value', 'Value'),
      text('unit', 'Unit'),
      text('element', 'Element'),
      text('driver', 'Driver'),
      text('schedule', 'Schedule'),
    ],
  },
  support,
  links,
  custom,
];

const portFields = [
  text('name', 'Name'),
  text('version', 'Version'),
  text('contractId', 'Contract'),
];

export const productSections: readonly Section[] = [
  {
    key: 'info',
    name: 'Basics',
    path: [],
    fields: [
      text('name', 'Name'),
      text('version', 'Version'),
      select('status', 'Status', status),
      productType('Type'),
      text('domain', 'Domain'),
      text('tenant', 'Tenant'),
      team('team.name', 'Owner'),
      words('tags', 'Tags'),
    ],
  },
  terms,
  {
    key: 'outputPorts',
    name: 'Output ports',
    path: ['outputPorts'],
    list: { names: ['name'], noun: 'output port' },
    fields: [...portFields, text('type', 'Type'), long('description', 'Description')],
  },
  {
    key: 'inputPorts',
    name: 'Input ports',
    path: ['inputPorts'],
    list: { names: ['name'], noun: 'input port' },
    fields: portFields,
  },
  support,
  links,
  custom,
];
