import { Type } from '@sinclair/typebox';
import { assetSources } from '../../../connectors/catalogue.ts';
import type { AssetSourceInfo } from '../../../connectors/asset-source.ts';
import { formOf, withTitles } from '../../../domain/ingestion/source-form.ts';

const all: readonly AssetSourceInfo[] = assetSources;

describe.each(all.map((source) => [source.name, source] as const))(
  'the form of %s',
  (_, source) => {
    const fields = formOf(source).flatMap((step) => step.fields);

    it('has a field for each setting, in the order of the schemas, then the filters', () => {
      expect(fields.map(({ path }) => path)).toEqual([
        ...Object.keys(source.configSchema.properties).map((name) => `configuration.${name}`),
        ...Object.keys(source.credentialsSchema.properties).map((name) => `credentials.${name}`),
        ...[...new Set([...source.levels, 'name'])].flatMap((level) => [
          `filters.${level}s.include`,
          `filters.${level}s.exclude`,
        ]),
      ]);
    });

    it('needs nothing that the page would have to know', () => {
      for (const field of fields) {
        expect(field.title).toMatch(/^[A-Z][^.]*$/);
        expect(field.description).not.toBe('');
        if (field.input === 'choice') expect(field.choices.length).toBeGreaterThan(1);
        const isText = field.path.startsWith('configuration.') && /text|list/.test(field.input);
        if (field.required && isText) expect([field.path, field.placeholder]).not.toContain(null);
      }
      const titles = fields.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    });

    it('hides each credential but names of users and ids of keys', () => {
      const shown = fields
        .filter(({ path, input }) => path.startsWith('credentials.') && !input.includes('secret'))
        .map(({ path }) => path.slice('credentials.'.length));
      for (const name of shown)
        expect(name).toMatch(/^(username|registryUsername|accessKeyId|clientId)$/);
    });
  },
);

it('makes the form of a source that nobody has heard of', () => {
  const configSchema = Type.Object({
    serverUrl: Type.String({ description: 'Where it is', pattern: '^https://' }),
    batchSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 9, default: 5, description: 'Rows', 'x-advanced': true }),
    ),
    mode: Type.Union([Type.Literal('read-only'), Type.Literal('all', { title: 'Everything' })], {
      description: 'What is read',
    }),
  });
  const credentialsSchema = Type.Object({ apiKey: Type.String({ description: 'A key' }) });
  const source = { configSchema, credentialsSchema, levels: ['schema'] };
  expect(formOf(source)[0]?.fields).toMatchObject([
    { path: 'configuration.serverUrl', title: 'Server URL', input: 'text', pattern: '^https://' },
    { title: 'Batch size', input: 'number', minimum: 1, maximum: 9, default: 5, advanced: true },
    {
      title: 'Mode',
      input: 'choice',
      choices: [
        { value: 'read-only', title: 'Read only' },
        { value: 'all', title: 'Everything' },
      ],
    },
    { path: 'credentials.apiKey', title: 'API key', input: 'secret', required: true },
  ]);
  expect(withTitles(configSchema).properties).toMatchObject({
    serverUrl: { title: 'Server URL' },
    mode: { anyOf: [{ const: 'read-only', title: 'Read only' }, { title: 'Everything' }] },
  });
});
