import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { contractOf } from '../contracts.ts';
import { acceptedAll } from './pydantic-verdicts.ts';
import { describeWith, pythonWithPydantic, runPython } from './python.ts';

describe('integers of Pydantic', () => {
  const integer = { logicalType: 'integer' };
  const shapes: [name: string, property: object, wrap: (value: unknown) => unknown][] = [
    ['a member', integer, (value) => value],
    ['bounds', { ...integer, logicalTypeOptions: { minimum: 1 } }, (value) => value],
    ['a list', { logicalType: 'array', items: integer }, (value) => [value]],
    [
      'lists in a list',
      { logicalType: 'array', items: { logicalType: 'array', items: integer } },
      (value) => [[1], [value]],
    ],
    [
      'a map',
      { logicalType: 'map', map: { key: { logicalType: 'string' }, value: integer } },
      (value) => ({ a: value }),
    ],
    [
      'an object',
      { logicalType: 'object', properties: [{ name: 'a', ...integer }] },
      (value) => ({ a: value }),
    ],
  ];

  for (const version of [1, 2] as const) {
    describeWith(pythonWithPydantic(version), `no Pydantic ${version}`, {
      title: `of version ${version}`,
      body: (python) => {
        const [whole, point, text, half, letters] = [1, 2.0, '3', 1.5, 'a'];
        let verdicts: readonly (readonly boolean[])[] = [];
        beforeAll(() => {
          const fields = shapes.map(
            ([, property, wrap]) =>
              [property, [whole, point, text, half, letters].map(wrap)] as const,
          );
          verdicts = acceptedAll(python, fields, version === 1 ? 'v1' : undefined);
        });
        it.each(shapes.map(([name], index) => [name, index] as const))(
          'are whole in %s',
          (_name, index) => expect(verdicts[index]).toEqual([true, true, true, false, false]),
        );
      },
    });
  }
});

describe('integers of Pydantic 1 that come from Python', () => {
  const integer = { logicalType: 'integer' };
  const properties = [
    { name: 'one', ...integer },
    { name: 'many', logicalType: 'array', items: integer },
  ];
  /** Fails where a row is not taken or refused as it should be. */
  const rows = `
from decimal import Decimal
import pydantic

def is_taken(**row):
    try:
        return bool(Orders(**row))
    except pydantic.ValidationError:
        return False

for one in (3, 3.0, Decimal("3"), Decimal("1E+30")):
    assert is_taken(one=one) and is_taken(many={one}), one
for one in (1.5, Decimal("1.5"), float("inf"), float("nan"), Decimal("Infinity"), Decimal("NaN"), Decimal("sNaN")):
    assert not is_taken(one=one) and not is_taken(many=[one]), one
assert not is_taken(many={1.5})
assert not is_taken(many=frozenset([Decimal("1.5")]))
`;

  describeWith(pythonWithPydantic(1), 'no Pydantic 1', {
    title: 'of version 1',
    body: (python) => {
      it('are whole, whatever holds them', () => {
        const contract = contractOf([{ name: 'orders', properties }]);
        const options = { dialect: undefined, server: undefined, compat: 'v1' };
        const source = pydantic.generate(contract, options)[0]?.content ?? '';
        const [answer] = runPython(python, [{ source: `${source}${rows}`, task: 'pydantic' }]);
        expect(answer?.trace).toBeUndefined();
      });
    },
  });
});

describe('moments of Pydantic', () => {
  const timestamp = (options: object): object => ({
    logicalType: 'timestamp',
    logicalTypeOptions: options,
  });
  const [aware, naive, early] = ['2024-01-02T08:00:00Z', '2024-01-02T08:00:00', '2019-01-01'];

  describeWith(pythonWithPydantic(2), 'no Pydantic 2', {
    title: 'of version 2',
    body: (python) => {
      const zones: [property: object, expected: boolean[]][] = [
        [timestamp({}), [true, true, true]],
        [timestamp({ timezone: true }), [true, false, false]],
        [timestamp({ timezone: false }), [false, true, true]],
        [timestamp({ minimum: '2020-01-01T00:00:00Z' }), [true, true, false]],
        [timestamp({ timezone: false, minimum: '2024-01-02T08:00:00.5' }), [false, false, false]],
        [
          timestamp({ timezone: true, maximum: '2024-01-02T09:59:59+02:00' }),
          [false, false, false],
        ],
        [timestamp({ exclusiveMaximum: '2024-01-02 08:00' }), [false, false, true]],
      ];
      const offsets: [options: object, expected: boolean[]][] = [
        [{ minimum: '2024-01-02T08:00:00' }, [false, true, true, false]],
        [{ minimum: '2024-01-02T08:00:00Z' }, [false, true, true, false]],
        [{ maximum: '2024-01-02T08:00:00' }, [true, false, true, true]],
        [{ timezone: true, minimum: '2024-01-02T08:00:00' }, [false, true, false, false]],
        [{ timezone: false, minimum: '2024-01-02T08:00:00' }, [false, false, true, false]],
      ];
      const [before, after] = ['2024-01-02T09:00:00+02:00', '2024-01-02T07:00:00-02:00'];
      let verdicts: readonly (readonly boolean[])[] = [];
      beforeAll(() => {
        const fields = [
          ...zones.map(([property]) => [property, [aware, naive, early]] as const),
          ...offsets.map(
            ([options]) =>
              [timestamp(options), [before, after, naive, '2024-01-02T07:59:59']] as const,
          ),
        ];
        verdicts = acceptedAll(python, fields, undefined);
      });

      it.each(zones.map((zone, index) => [...zone, index] as const))(
        'of %j',
        (_property, expected, index) => expect(verdicts[index]).toEqual(expected),
      );

      it.each(offsets.map((offset, index) => [...offset, zones.length + index] as const))(
        'with offsets are compared as moments: %j',
        (_options, expected, index) => expect(verdicts[index]).toEqual(expected),
      );

      it('of days keep to their bounds', () => {
        const property = { logicalType: 'time', logicalTypeOptions: { minimum: '08:00' } };
        const values = ['07:59:59', '08:00:00'];
        expect(acceptedAll(python, [[property, values]], undefined)).toEqual([[false, true]]);
      });
    },
  });

  const notesOf = (property: object, compat?: string): readonly string[] => {
    const contract = contractOf([{ name: 'orders', properties: [{ name: 'at', ...property }] }]);
    const options = { dialect: undefined, server: undefined, compat };
    return pydantic.generate(contract, options)[0]?.metadata.notes ?? [];
  };

  it('say in notes what is not checked of zones and bounds', () => {
    const zoned = timestamp({ timezone: true, minimum: '2020-01-01T00:00:00Z' });
    expect(notesOf(zoned)).toEqual([]);
    expect(notesOf(zoned, 'v1')).toEqual([
      'orders.at: pydantic does not check minimum 2020-01-01T00:00:00Z, that it has a zone.',
    ]);
    const time = { logicalType: 'time', logicalTypeOptions: { timezone: false } };
    expect(notesOf(time)).toEqual(['orders.at: pydantic does not check that it has no zone.']);
    expect(notesOf(timestamp({ maximum: '9999-12-31T23:00:00-02:00' }))).toHaveLength(1);
    expect(notesOf(timestamp({ minimum: 'P1D', maximum: '2024-02-30T00:00:00' }))).toEqual([
      'orders.at: pydantic does not check minimum P1D, maximum 2024-02-30T00:00:00.',
    ]);
  });
});
