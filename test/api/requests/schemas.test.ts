import { Ajv2020 } from 'ajv/dist/2020.js';
import { publishedStandards } from '../../../domain/standards/published-schemas.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const get = (name: string) => api.send('GET', `/api/schemas/${name}.schema.json`);

describe('GET /api/schemas/…', () => {
  const files = publishedStandards.flatMap(({ name, versions }) =>
    ['', '-custom'].flatMap((suffix) => [
      [name + suffix, versions.at(-1)] as const,
      ...versions.map((version) => [`${name}-${version}${suffix}`, version] as const),
      [`${name}-v${versions.at(-1)}${suffix}`, versions.at(-1)] as const,
    ]),
  );

  it.each(files)('gives %s as a valid JSON Schema', async (name, version) => {
    const { status, headers, json } = await get(name);
    expect([status, headers.get('x-schema-version')]).toEqual([200, version]);
    expect(headers.get('content-type')).toContain('application/schema+json');
    expect(json.$id).toBe(`${api.address}/api/schemas/${name}.schema.json`);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.validateSchema(json)).toBe(true);
    if (name.includes('custom') || version?.startsWith('2')) return;
    const validate = ajv.compile(json);
    expect(validate({})).toBe(false);
    const document = name.startsWith('odcs') ? contract('c') : product('p');
    const declared = { ...document, apiVersion: `v${version}` };
    const { team: _team, ...fitting } = declared as Record<string, unknown>;
    expect([validate(fitting), validate.errors]).toEqual([true, null]);
    expect(validate({ ...fitting, apiVersion: 'v9.9.9' })).toBe(false);
  });

  it('says which versions there are when one is unknown', async () => {
    for (const name of ['odcs-9.9.9', 'odcs-9.9.9-custom', 'odcs-latest', 'odcs-vv3.1.0']) {
      const { status, json } = await get(name);
      expect([status, json.code]).toEqual([404, 'not_found']);
      expect(json.detail).toContain(
        'there are 2.2.0, 2.2.1, 2.2.2, 3.0.0, 3.0.1, 3.0.2, 3.1.0, 3.2.0.',
      );
    }
    expect((await get('odps-2.0.0')).json.detail).toContain('there are 0.9.0, 1.0.0, 1.1.0.');
    expect((await get('dps')).status).toBe(404);
  });

  it('needs a key', async () => {
    const path = '/api/schemas/odcs.schema.json';
    expect((await api.send('GET', path, { key: null })).status).toBe(403);
  });
});
