import fs from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { toOdps } from '../../../domain/standards/dps/to-odps.ts';
import { validateDps } from '../../../domain/standards/dps/validate.ts';
import { validateProduct } from '../../../domain/standards/odps/validate.ts';

/** Public documents with the verdict of the official schema, and this; they live beside the repository. */
const folder = path.resolve(process.cwd(), '../shared/standards');
const hasCorpus = fs.existsSync(path.join(folder, 'corpus/VALIDITY.json'));
/** Skipped tests are listed with their names, so the name says why. */
const describeWithCorpus = (name: string, tests: () => void): void => {
  if (hasCorpus) describe(name, tests);
  else describe.skip(`(no corpus of public data products beside the repository) ${name}`, tests);
};

const readJson = (file: string): any =>
  JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));

const read = (file: string): any => load(fs.readFileSync(path.join(folder, file), 'utf8'));

describeWithCorpus('public data products of the deprecated specification', () => {
  type Entry = { file: string; standard: string; valid: boolean };
  const entries: Entry[] = hasCorpus
    ? readJson('corpus/VALIDITY.json').filter(({ standard }: Entry) => standard === 'dps')
    : [];

  it('get the verdict of its schema', () => {
    const present = entries.filter(({ file }) => fs.existsSync(path.join(folder, file)));
    expect(present.length).toBeGreaterThan(8);
    for (const { file, valid } of present) {
      expect([file, validateDps(read(file)).length === 0]).toEqual([file, valid]);
    }
  });

  it('become valid documents of ODPS', () => {
    for (const { file } of entries.filter(({ valid }) => valid)) {
      expect([file, validateProduct(toOdps(read(file)))]).toEqual([file, []]);
    }
  });
});

const values = [undefined, null, -1.5, true, 'text', '', [], ['text'], { unknown: 1 }, { a: 'b' }];

function sample(schema: any): any {
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const members = Object.entries(schema.properties as object);
    return Object.fromEntries(members.map(([name, member]) => [name, sample(member)]));
  }
  if (schema.type === 'object') return { label: 'https://example.com/page', other: 'text' };
  if (schema.type === 'array') return [sample(schema.items)];
  return schema.type === 'boolean' ? true : 'text';
}

/** Copies of a document with one place changed. */
function* changes(value: any): Generator<any> {
  yield* values;
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value, unknown: 1 };
  for (const name of Object.keys(value)) {
    for (const changed of changes(value[name])) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      copy[name] = changed;
      if (changed === undefined) delete copy[name];
      yield copy;
    }
  }
}

describeWithCorpus('a data product of the deprecated specification with one change', () => {
  it('gets the official verdict, and becomes a valid document of ODPS when it is valid', () => {
    const schema = readJson('schemas/dps/dataproduct.schema.json');
    // A slip: `additionalProperties` stands among the members of a server, as if it was one.
    delete schema.properties.outputPorts.items.properties.server.properties.additionalProperties;
    const official = new Ajv({ strict: false }).compile(schema);
    const documents: any[] = [...changes(sample(schema))].filter(
      (document) => typeof document === 'object' && document !== null && !Array.isArray(document),
    );
    expect(documents.length).toBeGreaterThan(500);
    const valid: any[] = documents.filter((document) => official(document));
    expect(valid.length).toBeGreaterThan(100);
    for (const document of documents) {
      const violations = validateDps(document);
      if (official(document) !== (violations.length === 0))
        expect([document, violations]).toEqual([]);
    }
    for (const document of valid) {
      const mapped = toOdps({ ...document, dataProductSpecification: '0.0.1' });
      const violations = validateProduct(mapped);
      if (violations.length > 0) expect([document, violations]).toEqual([]);
    }
  });
});
