import fs from 'node:fs';
import path from 'node:path';
import { sqlDdl } from '../../../../jobs/code-generation/generators/sql/generator.ts';
import { richContract } from './rich-contract.ts';

/**
 * Texts that show what a change does to scripts; with UPDATE_GENERATED=1 they are written anew. Those of Postgres, MySQL
 * (on MariaDB) and DuckDB are executed by other tests; those of the other platforms were only read, and no such platform
 * has run them.
 */
const folder = path.resolve(process.cwd(), 'test/unit/code-generation/golden');

it.each(sqlDdl.dialects)('the script of %s is the one that was read', (dialect) => {
  const [file] = sqlDdl.generate(richContract, { dialect, server: undefined, compat: undefined });
  const { warnings = [], notes = [] } = file?.metadata ?? {};
  const said = [
    ...warnings.map((text) => `-- warning: ${text}\n`),
    ...notes.map((text) => `-- note: ${text}\n`),
  ];
  const text = `${file?.content ?? ''}${said.join('')}`;
  const golden = path.join(folder, `${dialect}.sql`);
  if (process.env['UPDATE_GENERATED']) fs.writeFileSync(golden, text);
  expect(text).toBe(fs.readFileSync(golden, 'utf8'));
});
