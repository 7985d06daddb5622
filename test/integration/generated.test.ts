import { readFileSync, writeFileSync } from 'node:fs';
import { describeApi } from '../../api/openapi.ts';
import { routes } from '../../api/routes/index.ts';
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

it('.env.example is what config.ts declares', () => {
  expectFresh('.env.example', envExample());
});

it('the README shows the settings that config.ts declares', () => {
  const marks = ['<!-- configuration -->', '<!-- /configuration -->'] as const;
  const readme = readFileSync('README.md', 'utf8');
  const [before = '', rest = ''] = readme.split(marks[0]);
  const [, after = ''] = rest.split(marks[1]);
  expect(after).not.toBe('');
  expectFresh('README.md', `${before}${marks[0]}\n${settingsTable()}\n${marks[1]}${after}`);
});
