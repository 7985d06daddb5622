import * as fc from 'fast-check';
import { conceptOf } from '../../../domain/ontology/ontology.ts';
import { parseOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import type { ParsedOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import { memberNode } from '../../../domain/ontology/read/read-document.ts';
import { isSameOntology } from '../../../domain/ontology/model/same-value.ts';
import { writeOntology } from '../../../domain/ontology/write/write-ontology.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { parsed } from './parsed.ts';

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

/** Every way to write YAML that is seldom seen. */
const odd = `%YAML 1.2
---
name: s
? description
: |+
  kept

ontology: # all
- ? concept
  : A
  ? tags
  : - x
-
  concept: "B" # quoted
  'type': !!str ValueType
  description: "over
    two lines"

- !!map
  concept: C
  extends: &parents [ Any ]
- {concept: D, extends: *parents, # in flow
   tags: [a, b,],}
-   concept:
      name: E
    relationships:
    -   {name: r, roles: [concept: A]}
    - name: t
      roles:
       -
         concept: E
...
`;

const mutation = fc.record({
  at: fc.nat(odd.length),
  removed: fc.nat(3),
  added: fc.string({
    unit: fc.constantFrom(...Array.from('\n \t:-#"\'{}[]|>&*!?,x1\r\uFEFF\0%@`')),
    maxLength: 3,
  }),
});

const text = fc
  .array(mutation, { maxLength: 3 })
  .map((mutations) =>
    mutations.reduce(
      (now, { at, removed, added }) => now.slice(0, at) + added + now.slice(at + removed),
      odd,
    ),
  );

describe('any text', () => {
  it('is read, or told what is wrong with it', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })), (each) => {
        const { parsed, violations } = parseOntology(each);
        if (parsed) return;
        expect(violations.length).toBeGreaterThan(0);
        for (const { line, column } of violations)
          expect(Math.min(line, column)).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  const changes = [
    { status: 'new\nlines' },
    { tags: ['a', 'x', 'y: z'] },
    { description: 'other # text' },
  ];

  /** The entry with the others that are printed anew with it, because they use its anchors. */
  function sharing({ root, aliases }: ParsedOntology, at: number): Set<number> {
    const items = memberNode(root, 'ontology')?.node.items ?? [];
    const placeOf = (offset: number): number =>
      items.findIndex(({ node }) => node.start <= offset && offset < node.end);
    const printed = new Set<number>([at]);
    // Anchors stand before their aliases: once through finds those of those, too.
    for (const { start, anchor } of aliases)
      if (printed.has(placeOf(anchor))) printed.add(placeOf(start));
    return printed;
  }

  /** The entries that a change of one leaves, as they stand in the text; none when it had to be printed as a whole. */
  function change(into: ParsedOntology, at: number, fields: JsonObject): string[] | undefined {
    const concepts = into.ontology.concepts.map((concept, place) =>
      place === at ? conceptOf({ ...concept.fields, ...fields }, concept.relationships) : concept,
    );
    const ontology = { ...into.ontology, concepts };
    const answer = writeOntology({ into, ontology });
    if (!answer.parsed) throw new Error(JSON.stringify(answer.violations));
    expect(isSameOntology(answer.parsed.ontology, ontology)).toBe(true);
    if (answer.isReprintedWhole) return undefined;
    const items = memberNode(into.root, 'ontology')?.node.items ?? [];
    const printed = sharing(into, at);
    return items.flatMap(({ node }, place) => {
      if (printed.has(place)) return [];
      const kept = into.text.slice(node.start, node.end);
      expect(answer.parsed.text).toContain(kept);
      return [kept];
    });
  }

  it('of an ontology can be changed, and keeps the entries that are not', () => {
    fc.assert(
      fc.property(text, fc.nat(4), fc.constantFrom(...changes), (each, at, fields) => {
        const { parsed: into } = parseOntology(each);
        fc.pre(into !== undefined);
        change(into, at, fields);
      }),
      runs,
    );
  });

  it.each([0, 1, 2, 3, 4])('keeps its odd entries when number %i changes', (at) => {
    for (const fields of changes)
      expect(change(parsed(odd), at, fields)?.length).toBeGreaterThan(0);
  });
});
