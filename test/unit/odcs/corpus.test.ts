import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { validateContract } from '../../../domain/standards/odcs/validate.ts';

/** Public documents with the verdict of the official schemas; they live beside the repository. */
const folder = path.resolve(process.cwd(), '../shared/standards');
const listFile = path.join(folder, 'corpus/VALIDITY.json');
const hasCorpus = fs.existsSync(listFile);
/** Skipped tests are listed with their names, so the name says why. */
const describeWithCorpus = (name: string, tests: () => void): void => {
  if (hasCorpus) describe(name, tests);
  else describe.skip(`(no corpus of public contracts beside the repository) ${name}`, tests);
};

type Entry = { file: string; standard: string; version: string; valid: boolean };

function entries(): Entry[] {
  if (!hasCorpus) return [];
  const all = JSON.parse(fs.readFileSync(listFile, 'utf8')) as Entry[];
  return all.filter(
    (entry) => entry.standard === 'odcs' && fs.existsSync(path.join(folder, entry.file)),
  );
}

function read(entry: Entry): unknown {
  try {
    return load(fs.readFileSync(path.join(folder, entry.file), 'utf8'), { maxDepth: 100 });
  } catch {
    return undefined;
  }
}

/** Documents that we accept although the official schema of their version does not, and why. */
const keptDifferences: Record<string, string> = {
  'corpus/odcs/datacontract--datacontract-cli--tests__fixtures__athena-iceberg__iceberg_example.odcs.yaml':
    'the schema of 3.0.1 asks for staging_dir, which its text does not know',
  'corpus/odcs/datacontract--datacontract-cli--tests__fixtures__dbml__datacontract.odcs.yaml':
    'locations may hold {model} and globs',
  'corpus/odcs/datacontract--datacontract-cli--tests__fixtures__spark__export__datacontract.odcs.yaml':
    'locations may hold {model} and globs',
};

describeWithCorpus('public data contracts', () => {
  it('get the verdict of the official schema of their version, but for the kept differences', () => {
    // Two files repeat a key, which YAML does not allow: no schema sees them as they are.
    const readable = entries().filter((entry) => read(entry) !== undefined);
    expect(readable.length).toBeGreaterThan(200);
    const found = readable.map((entry) => ({
      entry,
      violations: validateContract(read(entry)),
    }));
    const differing = found.filter(
      ({ entry, violations }) => entry.valid !== (violations.length === 0),
    );
    expect(differing.map(({ entry }) => entry.file)).toEqual(Object.keys(keptDifferences));
    for (const { message } of found.flatMap(({ violations }) => violations)) {
      expect(message).not.toMatch(/must match|must NOT|then"|oneOf|undefined|schema is/);
    }
  });

  it('are all normalised, valid or not', () => {
    for (const entry of entries()) {
      const document = read(entry);
      expect(() => normaliseContract(document)).not.toThrow();
    }
  });
});
