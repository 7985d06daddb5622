import { readFileSync, writeFileSync } from 'node:fs';
import { describeApi } from '../../api/openapi.ts';
import { routes } from '../../api/routes/index.ts';
import { messagingInterface } from '../../api/messaging-interface.ts';
import { messagingRoutes } from '../../api/routes/messaging.ts';
import { assetSources, connectors } from '../../connectors/index.ts';
import { describeDifferences, describeGenerators } from '../support/describe-generators.ts';
import { describePlaces, describeServers, serversTable } from '../support/describe-servers.ts';
import { describeSources } from '../support/describe-sources.ts';
import { describeTypes } from '../support/describe-types.ts';
import { envExample, settingsTable } from '../support/describe-settings.ts';
import { createTestDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { describeSchema, listUncommented } from '../support/describe-schema.ts';

/** With UPDATE_GENERATED=1 (npm run generate) the files are written instead of compared. */
function expectFresh(file: string, text: string): void {
  if (process.env.UPDATE_GENERATED) writeFileSync(file, text);
  expect(`${file}:\n${readFileSync(file, 'utf8')}`).toBe(`${file}:\n${text}`);
}

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('db/schema.sql is what the migrations make', async () => {
  expectFresh('db/schema.sql', await describeSchema(test.database.knex));
});

it('every table and column has a comment', async () => {
  expect(await listUncommented(test.database.knex)).toEqual([]);
});

it('openapi.json is what the routes declare', () => {
  expectFresh('openapi.json', `${JSON.stringify(describeApi(routes), undefined, 2)}\n`);
});

it('openapi-v1.json is what the routes of messaging declare', () => {
  const description = describeApi(messagingRoutes, messagingInterface);
  expectFresh('openapi-v1.json', `${JSON.stringify(description, undefined, 2)}\n`);
});

it('.env.example is what config.ts declares', () => {
  expectFresh('.env.example', envExample());
});

/** A part of a document between two marks. */
function expectFreshPart(file: string, mark: string, text: string): void {
  const marks = [`<!-- ${mark} -->`, `<!-- /${mark} -->`] as const;
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(marks[0]);
  const [, after = ''] = rest.split(marks[1]);
  expect(after).not.toBe('');
  expectFresh(file, `${before}${marks[0]}\n${text}\n${marks[1]}${after}`);
}

it('the README shows the settings that config.ts declares', () => {
  expectFreshPart('README.md', 'configuration', settingsTable());
});

it('docs/ingestion.md shows the sources that connectors/index.ts has', () => {
  expectFreshPart('docs/ingestion.md', 'sources', describeSources(assetSources));
});

it('README and docs/contract-testing.md show the servers that connectors/index.ts has', () => {
  expectFreshPart('README.md', 'servers', serversTable(connectors));
  expectFreshPart('docs/contract-testing.md', 'credentials', describeServers(connectors));
  expectFreshPart('docs/contract-testing.md', 'places', describePlaces(connectors));
});

it('docs/types.md shows the types that domain/dialects has', () => {
  expectFreshPart('docs/types.md', 'types', describeTypes());
});

it('docs/generators.md shows the formats that the registry has, and how they differ', () => {
  expectFreshPart('docs/generators.md', 'generators', describeGenerators());
  expectFreshPart('docs/generators.md', 'differences', describeDifferences());
});
