import { readFileSync, writeFileSync } from 'node:fs';
import { assetSources, connectors } from '../../connectors/catalogue.ts';
import { describeDifferences, describeGenerators } from '../support/describe/generators.ts';
import { errorCodesTable } from '../support/describe/error-codes.ts';
import { openapiDocuments } from '../support/describe/openapi.ts';
import { describePlaces, describeServers, serversTable } from '../support/describe/servers.ts';
import { describeOperations } from '../support/describe/operations.ts';
import { describeOperatorCommands } from '../support/describe/operator-commands.ts';
import { describeSources } from '../support/describe/sources.ts';
import { describeTypes } from '../support/describe/types.ts';
import { envExample, essentialSettingsTable, settingsTable } from '../support/describe/settings.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import type { TestDatabase } from '../support/servers/database.ts';
import { describeSchema, listUncommented } from '../support/describe/schema.ts';

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

it.each(Object.entries(openapiDocuments))('%s is what the routes declare', (file, document) => {
  expectFresh(file, `${JSON.stringify(document, undefined, 2)}\n`);
});

it('cli/generated has the operations of the routes and the commands of local/cli', async () => {
  expectFresh('cli/generated/operations.ts', describeOperations());
  expectFresh('cli/generated/operator-commands.ts', await describeOperatorCommands());
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

it('docs/configuration.md and README show the settings that config.ts declares', () => {
  expectFreshPart('docs/configuration.md', 'configuration', settingsTable());
  expectFreshPart('README.md', 'essential-settings', essentialSettingsTable());
});

it('docs/api.md shows the error codes that api/http/errors/error-codes.ts has', () => {
  expectFreshPart('docs/api.md', 'error-codes', errorCodesTable());
});

it('docs/ingestion.md shows the sources that connectors/catalogue.ts has', () => {
  expectFreshPart('docs/ingestion.md', 'sources', describeSources(assetSources));
});

it('docs/servers.md and docs/contract-testing.md show the servers that connectors/catalogue.ts has', () => {
  expectFreshPart('docs/servers.md', 'servers', serversTable(connectors));
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
