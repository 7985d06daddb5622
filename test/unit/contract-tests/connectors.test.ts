import fs from 'node:fs';
import path from 'node:path';
import { connectors, findConnector, supportedServerTypes } from '../../../connectors/index.ts';

describe('the registry of connectors', () => {
  it('lists every file that defines one', () => {
    const folder = path.resolve(process.cwd(), 'connectors');
    const defining = fs
      .readdirSync(folder)
      .filter((file) =>
        /^export const \w+: Connector = /m.test(fs.readFileSync(path.join(folder, file), 'utf8')),
      );
    expect(connectors.map((connector) => `${connector.name}.ts`).sort()).toEqual(defining.sort());
  });

  it('answers each server type with one connector', () => {
    expect(new Set(supportedServerTypes).size).toBe(supportedServerTypes.length);
    expect(findConnector('PostgreSQL')?.name).toBe('postgres');
    expect(findConnector('local')?.signIns).toEqual([]);
    expect(findConnector('Snowflake')?.name).toBe('snowflake');
    expect(findConnector('oracle')).toBeUndefined();
  });
});
