import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  editionOf,
  generatorEdition,
} from '../../../commands/code-generation/generator-edition.ts';
import { hashRequest } from '../../../commands/code-generation/start-generation.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edition-'));
  for (const name of [
    'jobs/code-generation/generators',
    'jobs/linked-definitions',
    'commands/code-generation',
    'commands/definitions',
    'domain',
    'lib',
  ])
    mkdirSync(path.join(folder, 'dist', name), { recursive: true });
  write('dist/jobs/code-generation/generators/one.js');
  write('dist/domain/two.js');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text = name): void {
  writeFileSync(path.join(folder, name), text);
}

const edition = (): string => editionOf(`${path.join(folder, 'dist')}/`);

describe('the edition of the generators', () => {
  it('is that of their code', () => {
    expect(generatorEdition).toBe(editionOf(`${process.cwd()}/`));
    expect(generatorEdition).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    'dist/jobs/code-generation/generators/one.js',
    'dist/commands/code-generation/start-generation.js',
    'dist/jobs/linked-definitions/inline-definitions.js',
    'dist/commands/definitions/read-stored-definitions.js',
    'dist/domain/two.js',
    'dist/lib/three.js',
    'package.json',
    'package-lock.json',
  ])('is another one with another %s', (name) => {
    const before = edition();
    write(name, 'changed');
    const after = edition();
    write(name, 'changed again');
    expect(new Set([before, after, edition()]).size).toBe(3);
  });

  it('is the same for the same files anywhere, and whatever lies beside them', () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'edition-'));
    write('dist/domain/readme.md');
    mkdirSync(path.join(folder, 'dist/api'));
    write('dist/api/main.js');
    cpSync(folder, copy, { recursive: true });
    rmSync(path.join(copy, 'dist/api'), { recursive: true });
    expect(editionOf(path.join(copy, 'dist'))).toBe(edition());
    rmSync(copy, { recursive: true });
  });

  it('decides which stored answer is that of a request', () => {
    const request = {
      type: 'sql-ddl',
      dialect: 'duckdb' as const,
      server: undefined,
      compat: undefined,
    };
    expect(hashRequest(request)).toEqual(hashRequest(request, generatorEdition));
    expect(hashRequest(request)).not.toEqual(hashRequest(request, 'another'));
    expect(hashRequest(request)).not.toEqual(hashRequest({ ...request, dialect: 'trino' }));
    const customs = [
      { prompt: 'a', endpointHash: 'b' },
      { prompt: 'b', endpointHash: 'b' },
      { prompt: 'a', endpointHash: 'a' },
    ];
    const hashes = customs.map((custom) => hashRequest({ ...request, custom }).toString('hex'));
    expect(new Set([...hashes, hashRequest(request).toString('hex')]).size).toBe(4);
  });
});
