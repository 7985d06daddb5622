import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Source } from '../../../../connectors/connector.ts';
import { openSource } from '../../../../connectors/open-source.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';

let data: string;

beforeAll(() => {
  data = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'file-scans-')));
});
afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

function write(name: string, body: string | Buffer): void {
  fs.writeFileSync(path.join(data, name), body);
}

const open = (server: object): Promise<Source> =>
  openSource(
    { server: 's', type: 'local', ...server },
    { allowedHosts: [], allowedDataDirs: [data], credentials: {}, statementTimeoutMs: 20_000 },
    new AbortController().signal,
  );

describe('files', () => {
  it.each([
    ['once.csv', 'a\n1\n2\n'],
    ['once.json', '{"a": 1}\n{"a": 2}\n'],
  ])('of texts are read once, however much is asked of them: %s', async (name, body) => {
    write(name, body);
    const source = await open({ path: name });
    const tables = await source.describe(['t']);
    write(name, 'something else');
    fs.rmSync(path.join(data, name));
    for (const sql of [
      'select count(*) as n from t',
      `select count(*) as n from ${tables.get('t')?.relation}`,
    ]) {
      expect(await source.query(sql)).toEqual([{ n: 2 }]);
      expect(await source.queryRule(sql, 1)).toEqual([{ n: 2 }]);
    }
    await source.close();
  });

  it('have the names of their tables, also odd ones, and those of the contract', async () => {
    const names = ['Order "x" ä', 'orders', 'ORDERS', 'select', 'sqlite_master', 'main'];
    for (const [index, name] of names.entries()) write(`${name}.csv`, `a\n${'1\n'.repeat(index)}`);
    const source = await open({ path: '{model}.csv' });
    const declared = normaliseContract({
      schema: [{ name: 'by contract', physicalName: 'select', properties: [] }],
    }).tables;
    const tables = await source.describe(names, declared);
    for (const [index, name] of names.entries()) {
      const { relation = '' } = tables.get(name) ?? {};
      expect([name, await source.query(`select count(*) as n from ${relation}`)]).toEqual([
        name,
        [{ n: index }],
      ]);
    }
    const [own] = await source.queryRule('select count(*) as n from "Order ""x"" ä"', 1);
    const [declaredOne] = await source.queryRule('select count(*) as n from "by contract"', 1);
    expect([own, declaredOne]).toEqual([{ n: 0 }, { n: 3 }]);
    await source.close();
  });

  it('cannot be written to by a rule, nor others read', async () => {
    write('kept.csv', 'a\n1\n');
    write('other.csv', 'a\n1\n');
    const source = await open({ path: 'kept.csv' });
    await source.describe(['kept']);
    const kept = path.join(data, 'kept.csv');
    for (const sql of [
      `copy (select 2 as a) to '${kept}' (use_tmp_file false)`,
      `copy kept to '${kept}'`,
      'update kept set a = 2',
      'drop table kept',
      `select * from read_csv('${path.join(data, 'other.csv')}')`,
      "select * from read_text('/etc/passwd')",
    ]) {
      await expect(source.queryRule(sql, 1)).rejects.toThrow();
    }
    expect(fs.readFileSync(kept, 'utf8')).toBe('a\n1\n');
    expect(await source.query('select a from kept')).toEqual([{ a: '1' }]);
    await source.close();
  });

  it.each([
    ['latin.csv', 'latin1', 'ISO_8859-1'],
    ['wide.csv', 'utf16le', 'UTF-16'],
    ['plain.csv', 'utf8', 'utf8'],
  ] as const)('have the encoding that the server says: %s', async (name, written, encoding) => {
    write(name, Buffer.from(`${written === 'utf16le' ? '\uFEFF' : ''}grün;b\nä;1\n`, written));
    const source = await open({ path: name, encoding, delimiter: 'semicolon' });
    await source.describe(['t']);
    expect(await source.query('select * from t')).toEqual([{ grün: 'ä', b: '1' }]);
    await source.close();
  });

  it('leave nothing in the temporary folder, and no memory of more than is allowed', async () => {
    const rows = `${'x'.repeat(400)}\n`.repeat(100_000);
    const parts = Array.from({ length: 20 }, () => gzipSync(rows, { level: 1 }));
    write('large.csv.gz', Buffer.concat([gzipSync('a\n'), ...parts]));
    const before = process.memoryUsage.rss();
    const source = await open({ path: 'large.csv.gz' });
    await source.describe(['t']);
    expect(await source.query('select count(a) as n from t')).toEqual([{ n: 2_000_000 }]);
    const grown = process.memoryUsage.rss() - before;
    await source.close();
    fs.rmSync(path.join(data, 'large.csv.gz'));
    expect(grown).toBeLessThan(900 * 1024 ** 2);
    const left = fs.readdirSync(os.tmpdir());
    expect(left.filter((name) => name.startsWith(`concordat-run-${process.pid}-`))).toEqual([]);
  });
});
