import { mergeDocuments } from '../../../domain/ontology/merge/merge-documents.ts';
import { parsed } from './parsed.ts';

const base = `name: n
units: &k {unit:   EUR}
ontology:
  - concept: A   # precious comment
    custom_properties: *k   # shared on purpose
  - concept: C
    tags: &t [x]
  - concept: D
    tags: *t
`;

function replaced(text: string, changes: readonly [string, string][]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`not in the text: ${from}`);
    return now.replace(from, to);
  }, text);
}

const ours: [string, string][] = [
  ['name: n\n', 'name: n\ndescription: l\n'],
  ['# precious comment', '# most precious comment'],
];

/** What comes of changes of the branch, while the namespace has changed what is said of A. */
function merged(...changes: [string, string][]): { text: string; reprinted: string[] } {
  const answer = mergeDocuments({
    base: parsed(base),
    namespace: parsed(replaced(base, ours)),
    branch: parsed(replaced(base, changes)),
  });
  if (answer.outcome !== 'merged') throw new Error(JSON.stringify(answer));
  expect(answer.layout.isReprintedWhole).toBe(false);
  return { text: answer.parsed.text, reprinted: answer.layout.reprinted };
}

const ofA = `  - concept: A   # most precious comment
    custom_properties: *k   # shared on purpose
`;

describe('entries with aliases that nobody touched', () => {
  it('stay when another anchor is replaced, and only its aliases are written out', () => {
    const { text, reprinted } = merged(['&t [x]', '[x, y]'], ['*t', '[x]']);
    expect(text).toContain(ofA);
    expect(reprinted).toEqual(['C', 'D']);
    expect(text).toMatch(/concept: D\n {4}tags:\n {6}- x\n$/);
  });

  it('stay when an entry with an anchor is removed', () => {
    const { text, reprinted } = merged(['  - concept: C\n    tags: &t [x]\n', ''], ['*t', '[x]']);
    expect(text).toContain(ofA);
    expect(text).not.toContain('concept: C');
    expect(reprinted).toEqual(['D']);
  });

  it('stay when a member of the document with an anchor is removed that they do not need', () => {
    const { text, reprinted } = merged(
      ['units: &k {unit:   EUR}\n', ''],
      ['*k   #', '{unit: EUR} #'],
    );
    expect(reprinted).toEqual(['A']);
    expect(text).toContain('  - concept: C\n    tags: &t [x]\n  - concept: D\n    tags: *t\n');
  });

  it('stay when a member of the document with an anchor changes', () => {
    const { text, reprinted } = merged(['&k {unit:   EUR}', '{unit: USD}'], ['*k', '{unit: EUR}']);
    expect(reprinted).toEqual(['A']);
    expect(text).toContain('units:\n  unit: USD\n');
    expect(text).toContain('tags: &t [x]\n  - concept: D\n    tags: *t\n');
  });

  it('stay when a member of the document with an alias does', () => {
    const shared = replaced(base, [['*t\n', '*t\nmore: *t   # as D\n']]);
    const answer = mergeDocuments({
      base: parsed(shared),
      namespace: parsed(replaced(shared, ours)),
      branch: parsed(
        replaced(shared, [
          ['&t [x]', '[x, y]'],
          ['*t\nmore: *t', '[x]\nmore: [x]'],
        ]),
      ),
    });
    expect(answer).toMatchObject({ layout: { reprinted: ['C', 'D'], isReprintedWhole: false } });
    const text = answer.outcome === 'merged' ? answer.parsed.text : '';
    expect(text).toContain('\nmore: ["x"]   # as D\n');
    expect(text).toContain(ofA);
  });
});

describe('what the branch adds with an anchor', () => {
  const news = '  - concept: E # new\n    tags: &n [e]\n    keywords: *n\n';

  it('is printed, and that is told', () => {
    const { text, reprinted } = merged(['    tags: *t\n', `    tags: *t\n${news}`]);
    expect(reprinted).toEqual(['E']);
    expect(text.startsWith(replaced(base, ours))).toBe(true);
  });

  it('to an entry is told too', () => {
    const flat = replaced(base, [
      ['&t [x]', '[x]'],
      ['*t', '[x]'],
    ]);
    const added = '    tags: [x]\n    keywords: &n [e] # new\n    aliases: *n\n  - concept: D';
    const answer = mergeDocuments({
      base: parsed(flat),
      namespace: parsed(replaced(flat, ours)),
      branch: parsed(replaced(flat, [['    tags: [x]\n  - concept: D', added]])),
    });
    expect(answer).toMatchObject({ layout: { reprinted: ['C'] } });
  });
});
