import { diffWords } from '../../../web/src/lib/text/word-diff.ts';
import {
  choicesOf,
  completeChoices,
  decidedOf,
  keyOf,
} from '../../../web/src/features/semantics/merge/decisions.ts';
import {
  readEntryText,
  withMember,
  withParents,
  withRelationship,
  withTarget,
  withoutRelationship,
} from '../../../web/src/features/semantics/entry/entry-text.ts';

const conflict = (concept: string, mark = 'old') => ({
  concept,
  field: 'description',
  mark,
  base: 'base',
  namespace: 'one',
  branch: 'two',
});

describe('decisions about conflicts', () => {
  const [first, second] = [conflict('A'), conflict('B')];
  const own = { [keyOf(first)]: { take: 'branch' as const, seen: first.mark } };

  it('count before saved ones, and take them back', () => {
    const saved = [{ concept: 'A', field: 'description', take: 'namespace' as const }];
    const states = (decisions: Parameters<typeof decidedOf>[2]) =>
      decidedOf([first, second], saved, decisions).map(({ decision }) => decision?.take);
    expect(states({})).toEqual(['namespace', undefined]);
    expect(states(own)).toEqual(['branch', undefined]);
    expect(states({ [keyOf(first)]: null })).toEqual([undefined, undefined]);
  });

  it('hold only while the values of the conflict stay', () => {
    const [still] = decidedOf([first], [], own);
    const [moved] = decidedOf([conflict('A', 'newer')], [], own);
    expect([still?.state, moved?.state]).toEqual(['decided', 'changed']);
    expect(moved && choicesOf([moved])).toEqual([]);
  });

  it('are sent as the API takes them, and the rest as the namespace says', () => {
    const decided = decidedOf([first, second, { field: 'version' }], [], own);
    expect(completeChoices(decided)).toEqual([
      { concept: 'A', field: 'description', take: 'branch', seen: first.mark },
      { concept: 'B', field: 'description', take: 'namespace' },
      { field: 'version', take: 'namespace' },
    ]);
  });
});

test('words are compared with what stands between them', () => {
  expect(diffWords('A purchase.', 'A paid purchase.')).toEqual([
    { kind: 'same', text: 'A ' },
    { kind: 'added', text: 'paid ' },
    { kind: 'same', text: 'purchase.' },
  ]);
  expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});

describe('the text of an entry', () => {
  const text = `concept: Order # of the shop
type: EntityType
custom_properties:
  unit: piece # not kg
relationships:
  - name: holds
    roles:
      - concept: Order
      - concept: Plant
`;

  it('keeps comments and unknown members when the form changes it', () => {
    const changed = withMember(text, ['description'], 'A purchase');
    expect(changed).toBe(`${text}description: A purchase\n`);
    expect(withMember(changed, ['description'], '')).toBe(text);
    expect(withParents(text, 'Thing, ,Other')).toContain('extends:\n  - Thing\n  - Other\n');
  });

  it('names the target of a relationship in its last role', () => {
    expect(withTarget(text, 0, 'Season')).toBe(text.replace('Plant', 'Season'));
    const more = withRelationship(text);
    expect(readEntryText(more).form?.relationships).toHaveLength(2);
    expect(withoutRelationship(more, 1)).toBe(text);
    expect(withoutRelationship(text, 0)).not.toContain('relationships');
  });

  it('says in which line it cannot be read', () => {
    expect(readEntryText('a: 1\nb: [').problem?.line).toBe(2);
    expect(readEntryText('- a').problem).toEqual({ line: 1, message: '' });
    expect(readEntryText('').form?.name).toBe('');
  });
});
