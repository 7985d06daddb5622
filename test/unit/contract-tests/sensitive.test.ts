import { isSensitive } from '../../../jobs/contract-tests/plan/sensitive.ts';
import { modelOf } from './build-contract.ts';

function sensitive(property: object): boolean {
  const [table] = modelOf({ name: 't', properties: [{ name: 'a', ...property }] }).tables;
  const [found] = table?.properties ?? [];
  if (found === undefined) throw new Error('no property');
  return isSensitive(found);
}

const custom = (property: string, value: unknown): object => ({
  customProperties: [{ property, value }],
});

describe('a property is sensitive', () => {
  it.each([
    { classification: 'restricted' },
    { classification: 'Internal' },
    { classification: '3' },
    { tags: ['PII'] },
    { tags: ['privacy/personal-data'] },
    { tags: ['pii:email'] },
    custom('pii', true),
    custom('isPii', 'yes'),
    custom('IS_PII', 1),
    custom('contains-pii', 'email'),
    custom('personalData', 'TRUE'),
    { tags: ['pii-email'] },
    { tags: ['Sensitive PII'] },
    { tags: ['GDPR'] },
    { tags: ['personal_data_ssn'] },
    custom('privacy', 'pii'),
    custom('dataClassification', 'confidential'),
    custom('sensitivity', 'high'),
    custom('piiType', 'email'),
    custom('containsPersonalInformation', true),
    { logicalType: 'object', properties: [{ name: 'b', classification: 'secret' }] },
    { logicalType: 'array', items: { tags: ['pii'] } },
    { classification: 'public', tags: ['pii'] },
  ])('%j', (property) => expect(sensitive(property)).toBe(true));

  it.each([
    {},
    { classification: 'public' },
    { classification: ' Public ' },
    { classification: '' },
    { tags: ['finance', 'copiiright'] },
    custom('pii', false),
    custom('pii', 'No'),
    custom('pii', 0),
    custom('pii', null),
    custom('pipeline', true),
    custom('retention', 'personal'),
    custom('classification', 'public'),
    custom('sensitivity', 'low'),
  ])('and is not: %j', (property) => expect(sensitive(property)).toBe(false));
});
