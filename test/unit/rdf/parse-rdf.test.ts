import { parseRdf } from '../../../lib/rdf/rdf.ts';
import type { RdfFormat, RdfTriple } from '../../../lib/rdf/rdf.ts';

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const openXml = `<rdf:RDF xmlns:rdf="${rdfNamespace}" xmlns:ex="http://example.org/">`;

async function read(text: string, format: RdfFormat, baseIri?: string): Promise<RdfTriple[]> {
  const { graph, problem } = await parseRdf(text, format, baseIri);
  if (!graph) throw new Error(`refused: ${JSON.stringify(problem)}`);
  return graph.triples;
}

async function problemOf(text: string, format: RdfFormat): Promise<Record<string, unknown>> {
  const { problem } = await parseRdf(text, format);
  if (!problem) throw new Error('was not refused');
  return problem;
}

const label = (value: string, language: string): RdfTriple => ({
  subject: { kind: 'iri', value: 'http://example.org/A' },
  predicate: { kind: 'iri', value: 'http://example.org/label' },
  object: { kind: 'literal', value, language },
});

const manyPrefixes = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `p${at}`);

describe('what RDF says', () => {
  it.each<[RdfFormat, string]>([
    ['text/turtle', '@prefix ex: <http://example.org/> . ex:A ex:label "hé😀"@de-AT .'],
    [
      'application/rdf+xml',
      `${openXml}<rdf:Description rdf:about="http://example.org/A"><ex:label xml:lang="de-AT">hé😀</ex:label></rdf:Description></rdf:RDF>`,
    ],
    [
      'application/ld+json',
      '{"@context": {"ex": "http://example.org/"}, "@id": "ex:A", "ex:label": {"@value": "hé😀", "@language": "de-AT"}}',
    ],
  ])('%s', async (format, text) => {
    const { graph } = await parseRdf(`\uFEFF${text}`, format);
    expect(graph).toMatchObject({ triples: [label('hé😀', 'de-at')], graphs: 0, unreadable: 0 });
    expect(graph?.prefixes).toMatchObject({ ex: 'http://example.org/' });
  });

  it('is the same however the text falls into pieces', async () => {
    const words = '😀'.repeat(100_001);
    const xml = `${openXml}<rdf:Description rdf:about="http://example.org/A"><ex:label xml:lang="en">${words}</ex:label></rdf:Description></rdf:RDF>`;
    const turtle = `@prefix ex: <http://example.org/> . ex:A ex:label "${words}"@en .`;
    expect(await read(xml, 'application/rdf+xml')).toEqual([label(words, 'en')]);
    expect(await read(turtle, 'text/turtle')).toEqual([label(words, 'en')]);
  });

  it('keeps the blank nodes of a long JSON-LD graph apart, and named ones together', async () => {
    const graph = Array.from({ length: 250 }, (_, at) => ({
      '@id': `ex:${at}`,
      'ex:one': { 'ex:at': at },
      'ex:other': { '@id': '_:shared' },
    }));
    const text = JSON.stringify({ '@context': { ex: 'http://example.org/' }, '@graph': graph });
    const objects = (await read(text, 'application/ld+json'))
      .map(({ object }) => object)
      .filter(({ kind }) => kind === 'blank');
    expect(new Set(objects.map(({ value }) => value)).size).toBe(251);
  });

  it('resolves relative IRIs only against a base', async () => {
    const text = '<A> <#label> "x"@en .';
    const [triple] = await read(text, 'text/turtle', 'http://example.org/ns/');
    expect(triple?.subject.value).toBe('http://example.org/ns/A');
    expect(triple?.predicate.value).toBe('http://example.org/ns/#label');
  });

  it('counts named graphs, and statements about statements', async () => {
    const named = '{"@id": "http://g/1", "@graph": [{"@id": "http://a/1", "http://a/p": 1}]}';
    expect((await parseRdf(named, 'application/ld+json')).graph).toMatchObject({ graphs: 1 });
    const quoted = '<http://a/1> <http://a/p> <<( <http://a/1> <http://a/p> 1 )>> .';
    expect((await parseRdf(quoted, 'text/turtle')).graph).toMatchObject({ unreadable: 1 });
  });
});

describe('what is refused, with a sentence that says what to change', () => {
  it.each<[string, RdfFormat, string, object]>([
    ['nothing', 'text/turtle', ' \n', { message: 'is empty' }],
    ['broken Turtle', 'text/turtle', '<http://a/1> <http://a/p>\n  nonsense .', { line: 2 }],
    ['an undeclared prefix', 'text/turtle', '\nex:A ex:b 1 .', { line: 2, column: 1 }],
    ['XML that is none', 'application/rdf+xml', `${openXml}\n<a></b>`, { line: 2 }],
    ['XML that is cut off', 'application/rdf+xml', openXml, { breaksRule: false }],
    ['an unknown entity', 'application/rdf+xml', `${openXml}\n<ex:A>&owl;</ex:A>`, { line: 2 }],
    ['HTML', 'application/rdf+xml', '<html><body></body></html>', { line: 1 }],
    ['broken JSON', 'application/ld+json', '{"a": 1,\n "b" 2}', { line: 2, column: 6 }],
    [
      'an IRI with a space',
      'application/ld+json',
      '{"@id": "http://a/b c", "http://a/p": 1}',
      { message: expect.stringContaining('http://a/b c') as string },
    ],
    ['an IRI with a brace', 'text/turtle', '<http://a/\\u007Bb> <http://a/p> 1 .', {}],
    ['an IRI with half a character', 'text/turtle', '<http://a/\\uD800b> <http://a/p> 1 .', {}],
    ['JSON cut off', 'application/ld+json', '{"a": 1,', { breaksRule: false }],
  ])('%s', async (_, format, text, problem) => {
    expect(await problemOf(text, format)).toMatchObject(problem);
  });

  it.each<[RdfFormat, string]>([
    ['text/turtle', '<#A> <http://a/p> 1 .'],
    [
      'application/rdf+xml',
      `${openXml}<rdf:Description rdf:about="#A"><ex:b>1</ex:b></rdf:Description></rdf:RDF>`,
    ],
    ['application/ld+json', '{"@id": "#A", "http://a/p": 1}'],
  ])('a relative IRI without a base in %s', async (format, text) => {
    const { message } = await problemOf(text, format);
    expect(message).toMatch(/^has the relative IRI <#A>, but no base: .*write it in full/);
  });

  it.each([
    '{"@context": "https://schema.org/",\n "name": "x"}',
    '{"@context": [{"a": "http://a/"}, "https://schema.org/"]}',
    '{"@context": {"@import": "https://schema.org/"}}',
    '{"@context": {"a": {"@id": "http://a/a", "@context": "https://schema.org/"}}}',
  ])('a remote context, without fetching it: %s', async (text) => {
    const problem = await problemOf(text, 'application/ld+json');
    expect(problem).toMatchObject({ breaksRule: true, line: 1 });
    expect(problem.message).toMatch(
      /^takes its @context from https:\/\/schema\.org\/.*put the context itself/,
    );
  });

  it('members of JSON-LD that mean nothing, as they would be lost', async () => {
    const { message } = await problemOf('{"@id": "http://a/1", "lost": 1}', 'application/ld+json');
    expect(message).toContain('lost');
  });

  it('a DOCTYPE, and with it every bomb of entities', async () => {
    const entities = manyPrefixes(9).map((name, at) => {
      return `<!ENTITY ${name} "${`&p${at - 1};`.repeat(10)}">`;
    });
    const text = `<?xml version="1.0"?>\n<!-- <!DOCTYPE no> -->\n<!DOCTYPE lolz [${entities.join('')}]>\n<lolz>&p8;</lolz>`;
    expect(await problemOf(text, 'application/rdf+xml')).toEqual({
      message:
        'has a DOCTYPE, which is not read: replace entities by their text, and remove the DOCTYPE',
      breaksRule: true,
      line: 3,
      column: 1,
    });
  });

  const declared = manyPrefixes(100_000);
  it.each<[RdfFormat, string, string]>([
    [
      'text/turtle',
      declared.map((name) => `@prefix ${name}: <http://a/${name}/> .`).join('\n'),
      '1000 prefixes',
    ],
    [
      'application/rdf+xml',
      `<rdf:RDF${declared.map((name) => ` xmlns:${name}="http://a/"`).join('')}/>`.slice(
        0,
        900_000,
      ),
      'fewer prefixes',
    ],
    [
      'application/ld+json',
      JSON.stringify({
        '@context': Object.fromEntries(declared.map((name) => [name, 'http://a#'])),
      }),
      '10000 terms',
    ],
  ])('100,000 prefixes in %s', async (format, text, message) => {
    expect((await problemOf(text, format)).message).toMatch(new RegExp(message));
  });

  it.each<[string, RdfFormat, string]>([
    ['JSON-LD', 'application/ld+json', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    [
      'RDF/XML',
      'application/rdf+xml',
      `${openXml}<ex:A>${'<ex:b><ex:A>'.repeat(50_000)}${'</ex:A></ex:b>'.repeat(50_000)}</ex:A></rdf:RDF>`,
    ],
  ])('deep nesting in %s', async (_, format, text) => {
    expect((await problemOf(text, format)).message).toMatch(/deeper than \d+ levels$/);
  });
});
