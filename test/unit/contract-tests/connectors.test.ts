import * as catalogue from '../../../connectors/catalogue.ts';
import {
  assetSourceCode,
  assetSources,
  connectorCode,
  connectors,
} from '../../../connectors/index.ts';

const { findConnectorInfo, supportedServerTypes } = catalogue;

describe('the catalogue of connectors', () => {
  it('has the same platforms as the registry, in the same order', async () => {
    expect(connectors).toMatchObject(catalogue.connectors);
    expect(assetSources).toMatchObject(catalogue.assetSources);
    const code = catalogue.connectors.map(({ name }) => connectorCode[name]());
    expect(await Promise.all(code)).toMatchObject(catalogue.connectors);
    const sources = catalogue.assetSources.map(({ name }) => assetSourceCode[name]());
    expect(await Promise.all(sources)).toMatchObject(catalogue.assetSources);
  });

  it('answers each server type with one connector', () => {
    expect(new Set(supportedServerTypes).size).toBe(supportedServerTypes.length);
    expect(findConnectorInfo('PostgreSQL')?.name).toBe('postgres');
    expect(findConnectorInfo('local')?.signIns).toEqual([]);
    expect(findConnectorInfo('Snowflake')?.name).toBe('snowflake');
    expect(findConnectorInfo('oracle')).toBeUndefined();
  });
});
