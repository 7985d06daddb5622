import { validateProduct } from '../../../domain/standards/odps/validate.ts';
import { processorCost } from '../../support/spent-time.ts';

const base = {
  apiVersion: 'v1.0.0',
  kind: 'DataProduct',
  id: 'p',
  status: 'active',
  team: { name: 'checkout' },
};

const withPort = (port: object, apiVersion = 'v1.0.0'): object => ({
  ...base,
  apiVersion,
  outputPorts: [{ name: 'orders', ...port }],
});

describe('validating a data product', () => {
  it.each([null, 5, 'text', [], undefined])('refuses %s, which is no object', (document) => {
    expect(validateProduct(document)).toEqual([
      { field: '', message: 'the data product must be an object' },
    ]);
  });

  it('lists the supported versions and the kind when they are missing or unknown', () => {
    const expected = [
      { field: 'kind', message: 'must be DataProduct' },
      { field: 'apiVersion', message: 'must be one of v0.9.0, v1.0.0, v1.1.0' },
    ];
    expect(validateProduct({ id: 'p' })).toEqual(expected);
    expect(validateProduct({ ...base, kind: 'DataContract', apiVersion: 'v3.1.0' })).toEqual(
      expected,
    );
  });

  it('takes ports with an id and without a version, whatever version is declared', () => {
    for (const version of ['v0.9.0', 'v1.0.0', 'v1.1.0']) {
      expect(validateProduct(withPort({ id: 'x' }, version))).toEqual([]);
      expect(
        validateProduct({ ...base, inputPorts: [{ id: 'x', name: 'raw', contractId: 'c' }] }),
      ).toEqual([]);
    }
    expect(validateProduct({ ...base, inputPorts: [{ name: 'raw', version: '1' }] })[0]).toEqual({
      field: 'inputPorts[0].contractId',
      message: 'is required',
    });
  });

  it('takes the team as an object or as people in v0.9.0, and only as an object later', () => {
    const people = { ...base, team: [{ name: 'Ada' }] };
    expect(validateProduct({ ...people, apiVersion: 'v0.9.0' })).toEqual([]);
    expect(validateProduct({ ...base, apiVersion: 'v0.9.0' })).toEqual([]);
    expect(validateProduct(people)[0]).toEqual({ field: 'team', message: 'must be an object' });
  });

  it('says where and what, in words', () => {
    expect(validateProduct(withPort({ contractId: 5 }))).toEqual([
      { field: 'outputPorts[0].contractId', message: 'must be a string' },
    ]);
    expect(validateProduct(withPort({ containsPii: true }))).toEqual([
      {
        field: 'outputPorts[0].containsPii',
        message: 'is not a member of this object in the declared version of ODPS',
      },
    ]);
    const wrong = {
      ...base,
      productCreatedTs: '2026-01-31',
      support: [{ channel: 'c', url: '/help' }],
      team: { members: [{ username: 'ada', dateIn: '31.1.2026' }] },
    };
    expect(validateProduct(wrong).map(({ field, message }) => `${field} ${message}`)).toEqual([
      'productCreatedTs must be a date and time with zone like 2026-01-31T12:00:00Z',
      'support[0].url must be an absolute address like https://example.com/page',
      'team.members[0].dateIn must be a date like 2026-01-31',
    ]);
  });

  it('names the version by which the document would be valid', () => {
    expect(validateProduct(withPort({ deprecated: true }))).toEqual([
      {
        field: 'outputPorts[0].deprecated',
        message: 'is not a member of this object in the declared version of ODPS',
      },
      { field: 'apiVersion', message: 'may be changed: the document is valid as v1.1.0' },
    ]);
    expect(validateProduct({ ...base, apiVersion: 'v1.1.0', team: [] })).toEqual([
      { field: 'team', message: 'must be an object' },
      { field: 'apiVersion', message: 'may be changed: the document is valid as v0.9.0' },
    ]);
  });

  it('ends in time on an address made to be slow', () => {
    const cost = processorCost(() => {
      for (const text of ['a'.repeat(1e6), `http://${'a.'.repeat(5e5)}`, `x:${'%41'.repeat(3e5)} `])
        validateProduct({ ...base, support: [{ channel: 'c', url: text }] });
    }, 100);
    expect(cost).toBeLessThan(100);
  });
});
