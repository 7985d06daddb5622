import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlalchemy } from '../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { hasMariadb } from '../../support/servers/mariadb.ts';
import {
  describeWith,
  pythonWithSqlalchemy,
  runPython,
} from '../../unit/code-generation/python/python.ts';
import type { Interpreter } from '../../unit/code-generation/python/python.ts';
import { sqlContract } from '../../unit/code-generation/sql/contract.ts';
import { startMysql, startPostgres } from './sql-engines.ts';
import type { SqlEngine } from './sql-engines.ts';

const to = { relationships: [{ to: 'parent.id' }] };
const contract = sqlContract([
  { name: 'empty' },
  {
    name: 'parent',
    properties: [
      { name: 'id', logicalType: 'integer', physicalType: 'NUMBER(20,0)', primaryKey: true },
    ],
  },
  {
    name: 'child',
    properties: [
      { name: 'id', logicalType: 'string', primaryKey: true },
      { name: 'fits', logicalType: 'integer', physicalType: 'NUMBER(20,0)', ...to },
      { name: 'text', logicalType: 'string', ...to },
    ],
  },
]);

function statementsOf(python: Interpreter, dialect: TypeDialect): string[] {
  const [file] = sqlalchemy.generate(contract, { dialect, server: undefined, compat: undefined });
  const source = file?.content ?? '';
  const [answer] = runPython(python, [{ source, task: 'sqlalchemy_task', dialect }]);
  expect(answer?.error).toBeUndefined();
  return answer?.['created'] as string[];
}

describeWith(pythonWithSqlalchemy(2), 'no SQLAlchemy 2 here', {
  title: 'tables of SQLAlchemy',
  body: (python) => {
    async function expectCreated(engine: SqlEngine): Promise<void> {
      await engine.clear();
      try {
        for (const sql of statementsOf(python, engine.dialect)) await engine.run(sql);
        await engine.run('insert into parent (id) values (12345678901234567890)');
        await engine.run("insert into child (id, fits) values ('a', 12345678901234567890)");
        await expect(engine.run("insert into child (id, fits) values ('b', 1)")).rejects.toThrow();
        await expect(engine.run('insert into parent (id) values (null)')).rejects.toThrow();
      } finally {
        await engine.stop();
      }
    }

    it('are created in Postgres', async () => expectCreated(await startPostgres()), 60_000);
    (hasMariadb() ? it : it.skip)(
      'are created in MariaDB',
      async () => expectCreated(await startMysql()),
      60_000,
    );
  },
});
