import { sqlDdl } from '../../../jobs/code-generation/generators/sql/generator.ts';
import { hasMariadb } from '../../support/servers/mariadb.ts';
import { tableOf } from '../../unit/code-generation/sql/contract.ts';
import { textsOf } from './sql-contracts.ts';
import { startDuckdb, startMysql, startPostgres } from './sql-engines.ts';
import type { SqlEngine } from './sql-engines.ts';

const starts = {
  postgres: startPostgres,
  ...(hasMariadb() && { mysql: startMysql }),
  duckdb: startDuckdb,
};

const patterns = [
  String.raw`^a.c$`,
  String.raw`^a[.]c$`,
  String.raw`^a\sc$`,
  String.raw`^a[\s-]c$`,
  String.raw`^a\Sc$`,
  String.raw`^\S+\.c$`,
];

const texts = ['abc', 'a.c', 'a c', 'a-c', 'a\nc', 'a\tc', 'a\u00a0c', 'a\u2003c', 'ac'];

describe.each(Object.entries(starts))('patterns in %s', (_, start) => {
  let engine: SqlEngine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(() => engine.clear());

  it.each(patterns)('let pass what they are found in: %s', async (pattern) => {
    const field = { name: 'a', logicalType: 'string', logicalTypeOptions: { pattern } };
    for (const sql of textsOf(sqlDdl, tableOf(field), engine.dialect)) await engine.run(sql);
    const taken: string[] = [];
    for (const text of texts)
      await engine.run(`insert into t (a) values ('${text}')`).then(
        () => taken.push(text),
        () => undefined,
      );
    expect(taken).toEqual(texts.filter((text) => new RegExp(pattern, 'u').test(text)));
  });
});
