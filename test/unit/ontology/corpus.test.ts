import fs from 'node:fs';
import path from 'node:path';
import { diffMembers, diffOntologies } from '../../../domain/ontology/merge/diff-ontologies.ts';
import { mergeDocuments } from '../../../domain/ontology/merge/merge-documents.ts';
import { parseOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import { writeOntology } from '../../../domain/ontology/write/write-ontology.ts';
import { parsed } from './parsed.ts';

/** Public documents; they live beside the repository. */
const folder = path.resolve(process.cwd(), '../shared/standards/corpus');
const hasCorpus = fs.existsSync(path.join(folder, 'osi'));
const describeWithCorpus = (name: string, tests: () => void): void => {
  if (hasCorpus) describe(name, tests);
  else describe.skip(`(no corpus of public ontologies beside the repository) ${name}`, tests);
};

const filesOf = (kind: string): string[] =>
  hasCorpus ? fs.readdirSync(path.join(folder, kind)) : [];
const textOf = (kind: string, file: string): string =>
  fs.readFileSync(path.join(folder, kind, file), 'utf8');

/** The standard's own example, without the two facts about one concept alone, which this service does not know. */
const withoutUnary = (text: string): string =>
  text.replace(/^ {2}- name: \w+\r?\n {4}verbalizes:(?:(?!^ {2}- |^- )[^])*?(?=^ {2}- |^- )/gm, '');

/** What the standard refuses and we take, and why. */
const accepted: Record<string, string> = {
  '01-missing-version': 'the version is optional',
  '02-wrong-version': 'older and newer drafts are read too',
  '08-concept-object': 'entries may be nested, as in the drafts before July 2026',
  '09-entry-id': 'ids are what entries are known by',
  '12-relationship-without-verbalizes': 'sentences can be made of names and roles',
  '13-multiplicity': 'OneToMany and ManyToMany are in use',
  '14-root-custom_properties': 'owner and display name stand there',
};

describeWithCorpus('public ontologies', () => {
  const texts = filesOf('osi').flatMap((file) => {
    const text = textOf('osi', file);
    return /^ontology:/m.test(text) ? [{ file, text: withoutUnary(text) }] : [];
  });

  it('are there', () => {
    expect(texts.length).toBeGreaterThan(1);
  });

  it.each(texts)('$file differs in nothing from itself, and is kept byte for byte', ({ text }) => {
    const document = parsed(text);
    const { ontology } = document;
    expect(ontology.concepts.length).toBeGreaterThan(0);
    const again = parsed(text).ontology;
    expect([diffOntologies(ontology, again), diffMembers(ontology, again)]).toEqual([[], []]);
    expect(writeOntology({ into: document, ontology: again }).parsed?.text).toBe(text);
  });

  it.each(texts)('$file merges: unchanged with changed is the changed one', ({ text }) => {
    const branch = parsed(
      text.replace(/^description: .*$/m, 'description: Another one').concat('x-new: 1\n'),
    );
    const base = parsed(text);
    const forward = mergeDocuments({ base, namespace: base, branch });
    expect(forward).toMatchObject({ outcome: 'merged', parsed: { text: branch.text } });
    const nothing = mergeDocuments({ base, namespace: branch, branch: base });
    expect(nothing).toEqual({ outcome: 'nothing_to_merge' });
  });

  it.each(texts)('$file keeps every other byte when one entry changes', ({ text }) => {
    const document = parsed(text);
    const [first, ...others] = document.ontology.concepts;
    if (!first) throw new Error('no concept');
    const changed = { ...first, fields: { ...first.fields, status: 'draft' } };
    const ontology = { ...document.ontology, concepts: [changed, ...others] };
    const written = writeOntology({ into: document, ontology }).parsed?.text ?? '';
    const added = /\n *status: draft/.exec(written)?.[0] ?? '?';
    expect(written.replace(added, '')).toBe(text);
  });

  it('of the standard may hold facts about one concept alone, which are refused with their lines', () => {
    const { violations } = parseOntology(textOf('osi', 'apache--ossie--examples__flights.yaml'));
    expect(violations?.map(({ line }) => line)).toEqual([375, 429]);
  });

  const models = filesOf('osi').filter((file) => !/^ontology:/m.test(textOf('osi', file)));

  it.each(models)('%s is told to be a semantic model', (file) => {
    const { violations } = parseOntology(textOf('osi', file));
    expect(violations).toHaveLength(1);
    expect(violations?.[0]?.message).toMatch(/^is an OSI semantic model/);
  });

  it('that the standard refuses are refused, but for what we take', () => {
    const taken = filesOf('invalid-osi').filter((file) => {
      return parseOntology(textOf('invalid-osi', file)).parsed !== undefined;
    });
    const names = taken.map((file) => file.replace('0.2.0.dev0-', '').replace('.yaml', ''));
    expect(names).toEqual(Object.keys(accepted));
  });
});
