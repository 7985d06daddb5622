import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { runContract, troubles } from '../run-contract.ts';

let data: string;

beforeAll(() => {
  data = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'contract-csv-')));
});
afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

function run(
  text: string | Buffer,
  server: object,
  properties: unknown[],
): Promise<ContractTestOutcome> {
  fs.writeFileSync(path.join(data, 'x.csv'), text);
  const access = { allowedHosts: [], allowedDataDirs: [data], credentials: {} };
  return runContract({
    schema: [{ name: 't', properties, quality: [{ metric: 'rowCount', mustBe: 3 }] }],
    server: { type: 'local', path: 'x.csv', ...server },
    access: { ...access, statementTimeoutMs: 10_000 },
  });
}

const id = { name: 'id', logicalType: 'integer', required: true };
const note = { name: 'note', required: true };
const lacking = {
  t__note__field_required: 'failed: Actual missing_count(note) was 1, expected = 0',
};

describe('the header of a CSV file', () => {
  it('is its first line, however large the file is', async () => {
    const rows = Array.from({ length: 1_500_000 }, (_, index) => `${index},x;y;z;w ${index}\n`);
    const text = `id,note\n${rows.join('')}`;
    for (let time = 0; time < 5; time++) {
      const outcome = troubles(await run(text, {}, [id, note]));
      expect(outcome).toEqual({ t__row_count: expect.stringContaining('1500000') });
    }
  });
});

describe('the rows of a CSV file', () => {
  it('count although they begin with a hash, and quotes are always double', async () => {
    for (const text of [
      'note,id\n#1,1\nx,2\ny,3\n',
      `note,id\n#1,1\n"a ""b"", c",2\n'x',3\n`,
      'note,id\n#1,1\n2,"2"\n#3,"3"\n',
    ]) {
      expect([text, troubles(await run(text, {}, [id, note]))]).toEqual([text, {}]);
    }
  });

  it.each([
    ['', ',', '\n'],
    ['an explicit delimiter and ', ',', '\n'],
    ['', ';', '\n'],
    ['', '\t', '\r\n'],
    ['', '|', '\n'],
  ])('may lack cells: %s%j', async (named, delimiter, newline) => {
    const lines = ['id,note,"x;|, y"', '1,a,b', '2', '3,c,d'];
    const text = lines.join(newline).replaceAll(/,(?! )/g, delimiter) + newline;
    const server = named === '' ? {} : { delimiter };
    expect(troubles(await run(text, server, [id, note]))).toEqual(lacking);
  });

  it('may lack cells late, and next to cells of two lines', async () => {
    const rows = Array.from({ length: 60_000 }, (_none, index) => `${index},n\n`).join('');
    const late = troubles(await run(`id,note\n${rows}7\n`, {}, [id, note]));
    expect(late).toMatchObject(lacking);
    const text = 'id,note\n1,"a\nb"\n2\n3,c\n';
    const unreadable = Object.values(troubles(await run(text, {}, [id, note])));
    expect(unreadable.length).toBeGreaterThan(0);
    for (const reason of unreadable)
      expect(reason).toMatch(/^error: Could not read model.*CSV Error/);
  });

  it('may have a cell too many without taking the place of the header', async () => {
    const text = 'id,note\n1,a\n2,b\n3,c,d\n';
    expect(troubles(await run(text, {}, [id, note]))).toEqual({});
  });

  it('may come from files with other columns, or be compressed', async () => {
    fs.writeFileSync(path.join(data, 'y.csv'), 'note,other,id\nb,z,2\nc,z,3\n');
    const several = await run('id,note\n1\n', { path: '[xy].csv' }, [id, note]);
    expect(troubles(several)).toEqual(lacking);
    const text = 'id;note\n1;a\n2\n3;c\n';
    fs.writeFileSync(path.join(data, 'z.csv.gz'), gzipSync(text));
    expect(troubles(await run('', { path: 'z.csv.gz' }, [id, note]))).toEqual(lacking);
  });

  it('are counted without empty lines before the header', async () => {
    expect(troubles(await run('\n\nid,note\n1,a\n2,b\n3,c\n', {}, [id, note]))).toEqual({});
  });

  it.each([
    ['early', 1],
    ['late', 60_000],
  ])('that cannot be read are an error that names the line: %s', async (_when, count) => {
    const rows = Array.from({ length: count }, (_none, index) => `${index},n\n`).join('');
    for (const server of [{}, { delimiter: ',' }]) {
      const outcome = await run(`id,note\n${rows}7,"open\n8,x\n`, server, [id, note]);
      expect(outcome.result).toBe('error');
      expect(outcome.checks[0]?.reason).toContain(`Line: ${count + 2}`);
    }
  });

  it('may end otherwise than the lines of their cells', async () => {
    for (const text of [
      'id,note\r\n1,"x\ny"\r\n2,z\r\n3,"a\r\nb"\r\n',
      'id,note\n1,"x\r\ny"\n2,z\n3,"a\nb"\n',
    ]) {
      expect([text, troubles(await run(text, {}, [id, note]))]).toEqual([text, {}]);
    }
    const late = Array.from({ length: 60_000 }, (_none, index) => `${index},n\r\n`).join('');
    const outcome = await run(`id,note\r\n${late}7,"a\nb"\r\n`, {}, [id, note]);
    expect(Object.keys(troubles(outcome))).toEqual(['t__row_count']);
  });

  it.each([
    ['7,"secret",x,y', /of x\.csv: Expected Number of Columns: 2 Found: 3$/],
    ['7,"a', /of x\.csv: Value with unterminated quote found$/],
    ['7,secret\xff\xfe', /of x\.csv: Invalid unicode \(byte sequence mismatch\) detected/],
  ])('that cannot be read say why, and in which file: %s', async (line, reason) => {
    const rows = Array.from({ length: 60_000 }, (_none, index) => `${index},n\n`).join('');
    fs.writeFileSync(path.join(data, 'w.csv'), 'id,note\n1,a\n');
    const text = Buffer.from(`id,note\n${rows}${line}\n`, 'latin1');
    const outcome = await run(text, { path: '[wx].csv' }, [id, note]);
    expect(outcome.checks[0]?.reason).toMatch(/CSV Error on Line: 60002 of/);
    expect(outcome.checks[0]?.reason).toMatch(reason);
    expect(JSON.stringify(outcome)).not.toMatch(/secret|contract-csv-/);
  });
});
