import fs from 'node:fs';
import path from 'node:path';
import { sqlDdl } from '../../../jobs/code-generation/generators/sql-ddl.ts';
import { richContract } from './sql-rich-contract.ts';

/** Texts that were read against the documentation of each platform; with UPDATE_GENERATED=1 they are written anew. */
const folder = path.resolve(process.cwd(), 'test/unit/code-generation/golden');

it.each(sqlDdl.dialects)('the script of %s is the one that was reviewed', (dialect) => {
  const [file] = sqlDdl.generate(richContract, { dialect, server: undefined, compat: undefined });
  const notes = (file?.metadata.notes ?? []).map((note) => `-- note: ${note}\n`).join('');
  const text = `${file?.content ?? ''}${notes}`;
  const golden = path.join(folder, `${dialect}.sql`);
  if (process.env['UPDATE_GENERATED']) fs.writeFileSync(golden, text);
  expect(text).toBe(fs.readFileSync(golden, 'utf8'));
});
