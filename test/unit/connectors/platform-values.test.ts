import {
  dateText,
  nanosOf,
  timestampText,
  timeText,
} from '../../../connectors/server/epoch-text.ts';
import { chooseTables, listedTables } from '../../../connectors/server/found-tables.ts';
import { mssqlValue } from '../../../connectors/sqlserver/values.ts';
import { limitConcurrency } from '../../../connectors/server/limit-concurrency.ts';
import { parseExactly } from '../../../connectors/trino/values.ts';

describe('values of platforms', () => {
  it('are times as text, to the nanosecond', () => {
    expect(nanosOf('1767225600.123456789')).toBe(1_767_225_600_123_456_789n);
    expect(nanosOf('-0.5')).toBe(-500_000_000n);
    expect(nanosOf('1e9')).toBeUndefined();
    expect(timestampText(1_767_225_600_123_456_789n)).toBe('2026-01-01 00:00:00.123456789');
    expect(timestampText(-1n)).toBe('1969-12-31 23:59:59.999999999');
    expect(timeText(45_000_000_000n)).toBe('00:00:45');
    expect(dateText(-719_162)).toBe('0001-01-01');
  });

  it('of SQL Server are what their types say', () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const value = (name: string, raw: unknown): unknown =>
      mssqlValue({ value: raw, metadata: { type: { name } } });
    expect(value('IntN', '9007199254740993')).toBe(9_007_199_254_740_993n);
    expect(value('BigInt', '-5')).toBe(-5);
    expect(value('NVarChar', '12')).toBe('12');
    expect(value('Date', at)).toBe('2026-01-02');
    expect(value('Time', at)).toBe('03:04:05.678');
    expect(value('DateTime2', at)).toBe('2026-01-02 03:04:05.678');
    expect(value('DateTimeOffset', at)).toBe('2026-01-02 03:04:05.678+00:00');
    expect(value('VarBinary', Buffer.from([1, 255]))).toBe('0x01ff');
    expect(value('NVarChar', null)).toBeNull();
  });

  it('of Trino keep integers that JavaScript would round', () => {
    expect(
      parseExactly(
        String.raw`[12345678901234567, 1.1234567890123456789, "a \" 12345678901234567", -7, 1e20]`,
      ),
    ).toEqual(['12345678901234567', 1.1234567890123457, 'a " 12345678901234567', -7, 1e20]);
  });
});

describe('tables of a catalogue', () => {
  const row = (schema: string, table: string): Record<string, unknown> => ({
    table_schema: schema,
    table_name: table,
    column_name: 'a',
    type: 'int',
  });

  it('are those written so, before those that differ in the case of letters', () => {
    const listed = listedTables([
      row('SALES', 'ORDERS'),
      row('sales', 'ORDERS'),
      row('sales', 'orders'),
      row('hr', 'orders'),
    ]);
    const chosen = chooseTables(
      listed,
      { schema: 'sales', names: ['orders', 'Orders', 'x'] },
      (table) => ({
        relation: `${table.schema}.${table.name}`,
      }),
    );
    expect([...chosen].map(([name, { relation }]) => [name, relation])).toEqual([
      ['orders', 'sales.orders'],
      ['Orders', 'sales.ORDERS'],
    ]);
  });
});

describe('concurrency of a platform', () => {
  it('lets so many calls run in parallel, also after one failed', async () => {
    const limited = limitConcurrency(2);
    let working = 0;
    const most: number[] = [];
    const work = async (index: number): Promise<number> => {
      most.push((working += 1));
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
      if (index === 1) throw new Error('failed');
      return index;
    };
    const ended = await Promise.allSettled(
      [0, 1, 2, 3, 4].map((index) => limited(() => work(index))),
    );
    expect(ended.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(Math.max(...most)).toBe(2);
  });
});
