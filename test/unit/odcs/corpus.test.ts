import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { normaliseContract } from '../../../domain/standards/odcs/normalise.ts';
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

describeWithCorpus('public data contracts', () => {
  const supported = /^v3\.[012]\.\d$/;

  it('are not refused when the official schema of their version accepts them', () => {
    // One file repeats a key, which YAML does not allow: the schemas never saw it as it is.
    const valid = entries().filter(
      (entry) => entry.valid && supported.test(entry.version) && read(entry) !== undefined,
    );
    expect(valid.length).toBeGreaterThan(50);
    const refused = valid
      .map((entry) => ({ file: entry.file, violations: validateContract(read(entry)) }))
      .filter(({ violations }) => violations.length > 0);
    expect(refused).toEqual([]);
  });

  it('are mostly refused, with readable reasons, when it does not', () => {
    const invalid = entries().filter((entry) => !entry.valid);
    const found = invalid.map((entry) => validateContract(read(entry)));
    const refused = found.filter((violations) => violations.length > 0);
    console.log(`${refused.length} of ${invalid.length} invalid documents are refused`);
    // Measured: 66 of 96; what depends on the type of a server or of a quality rule is not looked at yet.
    expect(refused.length / invalid.length).toBeGreaterThan(0.65);
    for (const { field, message } of refused.flat()) {
      expect(`${field} ${message}`).not.toMatch(/must match|schema\b.*"then"|oneOf|undefined/);
    }
  });

  it('are all normalised, valid or not', () => {
    for (const entry of entries()) {
      const document = read(entry);
      expect(() => normaliseContract(document)).not.toThrow();
    }
  });
});
