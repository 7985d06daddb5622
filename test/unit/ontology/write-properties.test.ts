import * as fc from 'fast-check';
import { mergeDocuments } from '../../../domain/ontology/merge/merge-documents.ts';
import { mergeOntologies } from '../../../domain/ontology/merge/merge-ontologies.ts';
import type { ParsedOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import { memberNode } from '../../../domain/ontology/read/read-document.ts';
import { isSameConcept, isSameOntology } from '../../../domain/ontology/model/same-value.ts';
import { writeOntology } from '../../../domain/ontology/write/write-ontology.ts';
import { ontology, sides } from './arbitrary.ts';
import { parsed } from './parsed.ts';
import { style, written } from './write-styles.ts';

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

/** The entries that `after` says the same of, as they stand in `before`. */
function untouchedTexts(before: ParsedOntology, after: ParsedOntology): string[] {
  const items = memberNode(before.root, 'ontology')?.node.items ?? [];
  return before.ontology.concepts.flatMap((concept, place) => {
    const now = after.ontology.concepts.find(({ identity }) => identity === concept.identity);
    const node = items[place]?.node;
    return now && node && isSameConcept(concept, now)
      ? before.text.slice(node.start, node.end)
      : [];
  });
}

describe('a text', () => {
  it('is read as what was written, in every style', () => {
    fc.assert(
      fc.property(ontology, style, (document, as) => {
        expect(isSameOntology(parsed(written(document, as)).ontology, document)).toBe(true);
      }),
      runs,
    );
  });

  it('stays byte for byte when nothing changes', () => {
    fc.assert(
      fc.property(ontology, style, (document, as) => {
        const into = parsed(written(document, as));
        const answer = writeOntology({ into, ontology: document });
        expect(answer.parsed?.text).toBe(into.text);
      }),
      runs,
    );
  });

  it('says what it shall, and keeps the bytes of entries that stay', () => {
    fc.assert(
      fc.property(sides, style, style, ({ namespace, branch }, one, other) => {
        const into = parsed(written(namespace, one));
        const from = parsed(written(branch, other));
        const answer = writeOntology({ into, ontology: branch, from });
        if (!answer.parsed) throw new Error(JSON.stringify(answer));
        expect(isSameOntology(answer.parsed.ontology, branch)).toBe(true);
        expect(answer.isReprintedWhole).toBe(false);
        for (const text of untouchedTexts(into, answer.parsed))
          expect(answer.parsed.text).toContain(text);
        if (into.text.includes('\r\n')) expect(answer.parsed.text).not.toMatch(/[^\r]\n/);
      }),
      runs,
    );
  });
});

describe('a merged document', () => {
  it('says what the merged model says, and is the branch when the namespace is as it was', () => {
    fc.assert(
      fc.property(sides, style, style, (all, one, other) => {
        const base = parsed(written(all.base, one));
        const namespace = parsed(written(all.namespace, one));
        const branch = parsed(written(all.branch, other));
        const model = mergeOntologies(all);
        const document = mergeDocuments({ base, namespace, branch });
        expect(document.outcome).toBe(model.outcome);
        if (document.outcome === 'merged' && model.outcome === 'merged') {
          expect(isSameOntology(document.parsed.ontology, model.ontology)).toBe(true);
          expect(document.layout.isReprintedWhole).toBe(false);
        }
        const forward = mergeDocuments({ base, namespace: base, branch });
        if (forward.outcome === 'merged') expect(forward.parsed.text).toBe(branch.text);
      }),
      runs,
    );
  });
});
