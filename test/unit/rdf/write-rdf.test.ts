import { writeTurtle } from '../../../lib/rdf/write.ts';
import type { RdfTriple } from '../../../lib/rdf/rdf.ts';

const plants = 'https://example.org/plants#';
const triples: RdfTriple[] = [
  {
    subject: { kind: 'iri', value: `${plants}rose` },
    predicate: { kind: 'iri', value: `${plants}likes` },
    object: { kind: 'iri', value: `${plants}sun` },
  },
];

describe('prefixes of Turtle', () => {
  it.each(['p', 'plants', 'a.b', 'é-1', ''])('declare %j', (prefix) => {
    const text = writeTurtle(triples, { [prefix]: plants });
    expect(text).toContain(`@prefix ${prefix}: <${plants}>.`);
    expect(text).toContain(`${prefix}:rose ${prefix}:likes ${prefix}:sun`);
  });

  it.each(['a b', 'x: <urn:x> . <urn:a> <urn:b> <urn:c> . @prefix y', 'a.', '1a', '_', 'a\n'])(
    'leave out %j, which is no name of a prefix',
    (prefix) => {
      const text = writeTurtle(triples, { [prefix]: plants });
      expect(text).not.toContain('@prefix');
      expect(text).toContain(`<${plants}rose> <${plants}likes> <${plants}sun>`);
    },
  );
});
