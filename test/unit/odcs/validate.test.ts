import { contractOwner } from '../../../domain/kinds/data-contract.ts';
import { validateContract } from '../../../domain/standards/odcs/validate.ts';

const base = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'c',
  version: '1.0.0',
  status: 'active',
};

const withProperty = (property: object): object => ({
  ...base,
  schema: [{ name: 't', properties: [{ name: 'a' }, { name: 'b', ...property }] }],
});

describe('validating a contract', () => {
  it('accepts a plain one of every version', () => {
    expect(validateContract(base)).toEqual([]);
    expect(validateContract({ ...base, apiVersion: 'v3.0.0', team: [{ username: 'u' }] })).toEqual(
      [],
    );
    const { status: _status, ...withoutStatus } = base;
    expect(validateContract({ ...withoutStatus, apiVersion: 'v3.2.0' })).toEqual([]);
    expect(validateContract(withoutStatus)[0]).toEqual({ field: 'status', message: 'is required' });
    const old = {
      ...base,
      apiVersion: 'v2.2.2',
      uuid: 'u',
      type: 'tables',
      datasetName: 'd',
      quantumName: 'q',
      anything: true,
      dataset: [{ table: 't', columns: [] }],
    };
    expect(validateContract(old)).toEqual([]);
  });

  it.each([null, 5, 'text', [], undefined])('refuses %s, which is no object', (document) => {
    expect(validateContract(document)).toEqual([
      { field: '', message: 'the data contract must be an object' },
    ]);
  });

  it('lists the supported versions when the version is missing or unknown', () => {
    const { apiVersion: _version, ...without } = base;
    const [violation] = validateContract(without);
    expect(violation?.field).toBe('apiVersion');
    expect(violation?.message).toContain(
      'v2.2.0, v2.2.1, v2.2.2, v3.0.0, v3.0.1, v3.0.2, v3.1.0, v3.2.0',
    );
    expect(validateContract({ ...base, apiVersion: 'v9.9.9', kind: 'DataProduct' })).toHaveLength(
      2,
    );
  });

  it('says where and what, in words', () => {
    expect(validateContract(withProperty({ logicalType: 'text' }))).toEqual([
      {
        field: 'schema[0].properties[1].logicalType',
        message:
          'must be one of string, date, timestamp, time, number, integer, object, array, boolean',
      },
    ]);
    expect(validateContract(withProperty({ required: 'yes' }))).toEqual([
      { field: 'schema[0].properties[1].required', message: 'must be true or false' },
    ]);
    expect(validateContract(withProperty({ typo: 1 }))).toEqual([
      {
        field: 'schema[0].properties[1].typo',
        message: 'is not a member of this object in the declared version of ODCS',
      },
    ]);
    expect(validateContract({ ...base, servers: [{ server: 's' }] })).toEqual([
      { field: 'servers[0].type', message: 'is required' },
    ]);
    expect(validateContract({ ...base, team: 'team' })).toEqual([
      { field: 'team', message: 'must be an object or a list' },
    ]);
  });

  it('says that a number is too large, not that it is none', () => {
    const options = JSON.parse('{"maximum": 1e999, "multipleOf": -1e999}') as object;
    const integer = { logicalType: 'integer', logicalTypeOptions: options };
    expect(validateContract(withProperty(integer))).toEqual(
      ['maximum', 'multipleOf'].map((option) => ({
        field: `schema[0].properties[1].logicalTypeOptions.${option}`,
        message: 'is a number too large to be stored',
      })),
    );
  });

  it('looks into nested properties and items', () => {
    const nested = {
      logicalType: 'array',
      items: { logicalType: 'object', properties: [{ name: 'x', unique: 1 }] },
    };
    expect(validateContract(withProperty(nested))[0]?.field).toBe(
      'schema[0].properties[1].items.properties[0].unique',
    );
  });

  it('gives at most twenty violations by their fields, and of more what is missing', () => {
    const properties = Array.from({ length: 60 }, () => ({ name: 5 }));
    const violations = validateContract({
      ...base,
      id: undefined,
      schema: [{ name: 't', properties }, {}],
    });
    expect(violations).toHaveLength(20);
    const fields = violations.map(({ field }) => field);
    const names = Array.from({ length: 18 }, (_, n) => `schema[0].properties[${n}].name`);
    expect(fields).toEqual(['id', ...names, 'schema[1].name']);
  });

  it('knows what came with which version', () => {
    const values = { enum: [{ value: 'a' }] };
    expect(validateContract(withProperty(values)).map(({ field }) => field)).toEqual([
      'schema[0].properties[1].enum',
      'apiVersion',
    ]);
    expect(validateContract({ ...withProperty(values), apiVersion: 'v3.2.0' })).toEqual([]);
    const { status: _status, ...rest } = base;
    expect(validateContract({ ...rest, apiVersion: 'v3.2.0', context: 'text' })).toEqual([]);
  });
});

describe('the hint at another version', () => {
  it('names the newest one by which the document is valid, behind what is wrong', () => {
    const { status: _status, ...withoutStatus } = base;
    expect(validateContract(withoutStatus)).toEqual([
      { field: 'status', message: 'is required' },
      { field: 'apiVersion', message: 'may be changed: the document is valid as v3.2.0' },
    ]);
    expect(validateContract({ ...withoutStatus, servers: 5 }).map(({ field }) => field)).toEqual([
      'servers',
      'status',
    ]);
  });
});

describe('the owner of a contract', () => {
  it('is looked for in team.name, then in the custom property owner, then in domain', () => {
    const document = {
      ...base,
      domain: 'sales',
      team: { name: 'team-a' },
      customProperties: [{ property: 'owner', value: 'team-b' }],
    };
    expect(contractOwner(document)).toEqual({ candidates: ['team-a', 'team-b', 'sales'] });
    expect(contractOwner({ ...document, team: [{ name: 'person' }] })).toEqual({
      candidates: ['team-b', 'sales'],
    });
    expect(contractOwner({ customProperties: [{ property: 'owner', value: 5 }] })).toEqual({
      candidates: [],
    });
    expect(contractOwner(null)).toEqual({ candidates: [] });
  });
});
