import type { RdfNote } from '../../../domain/ontology/rdf/from-rdf.ts';
import { metadataOf } from '../../../domain/ontology/ontology.ts';
import type { Concept, Ontology } from '../../../domain/ontology/ontology.ts';
import { inspectJson } from '../../../lib/json/json.ts';
import { importRdf, people, prefixes } from './documents.ts';

const conceptIn = ({ concepts }: Ontology, identity: string): Concept => {
  const found = concepts.find((concept) => concept.identity === identity);
  if (!found) throw new Error(`${identity} is missing`);
  return found;
};

const counts = (notes: readonly RdfNote[]): Record<string, number> =>
  Object.fromEntries(notes.map(({ kind, count }) => [kind, count]));

describe('a vocabulary like FOAF', () => {
  it('is the same from Turtle, RDF/XML and JSON-LD', async () => {
    const turtle = await importRdf(people.turtle, { name: 'people' });
    const xml = await importRdf(people.xml, { name: 'people', format: 'application/rdf+xml' });
    const jsonLd = await importRdf(people.jsonLd, {
      name: 'people',
      format: 'application/ld+json',
    });
    expect([xml.text, xml.notes]).toEqual([turtle.text, turtle.notes]);
    expect([jsonLd.text, jsonLd.notes]).toEqual([turtle.text, turtle.notes]);
  });

  it('keeps what it says about itself', async () => {
    const { ontology } = await importRdf(people.turtle, { name: 'people' });
    expect(ontology.members.custom_properties).toEqual({
      'owl:versionInfo': '1.3',
      'owl:Ontology': 'http://example.org/people',
      display_name: 'People and what they make',
    });
    expect(metadataOf(ontology)).toMatchObject({
      name: 'people',
      version: '0.2.0.dev0',
      description: 'Who knows whom.',
      displayName: 'People and what they make',
      requires: ['http://example.org/places'],
      prefixes: { ex: 'http://example.org/people#' },
    });
  });

  it('makes concepts of classes and data properties, and relationships of properties', async () => {
    const { ontology, notes } = await importRdf(people.turtle, { name: 'people' });
    const person = conceptIn(ontology, 'Person');
    expect(person.fields).toEqual({
      concept: 'Person',
      type: 'EntityType',
      description: 'A human being.',
      iri: 'ex:Person',
      extends: ['Agent'],
      custom_properties: {
        'description@de': 'Ein Mensch.',
        'name@de': 'Mensch',
        'name@fr': 'Personne',
        'owl:equivalentClass': 'http://schema.org/Person',
        'rdfs:seeAlso': 'http://example.org/about',
        'rdfs:subClassOf': 'http://www.w3.org/2003/01/geo/wgs84_pos#SpatialThing',
      },
    });
    expect(person.relationships.map(({ fields }) => fields)).toEqual([
      { name: 'age', type: 'hasProperty', roles: [{ concept: 'age' }] },
      {
        name: 'full name',
        id: 'fullName',
        type: 'hasProperty',
        roles: [{ concept: 'fullName' }],
        multiplicity: 'ManyToOne',
      },
      {
        name: 'knows',
        iri: 'ex:knows',
        roles: [{ concept: 'Person' }],
        custom_properties: { 'owl:inverseOf': 'http://example.org/people#knows' },
      },
    ]);
    expect(conceptIn(ontology, 'fullName').fields).toEqual({
      concept: 'full name',
      id: 'fullName',
      type: 'ValueType',
      iri: 'ex:fullName',
      extends: ['String'],
    });
    expect(conceptIn(ontology, 'Group').fields.status).toBe('deprecated');
    expect(conceptIn(ontology, 'Agent').relationships[0]?.fields).toMatchObject({
      multiplicity: 'OneToMany',
      roles: [{ concept: 'Any' }],
      custom_properties: { 'rdfs:range': 'http://example.org/Document' },
    });
    expect(counts(notes)).toEqual({ foreignConcept: 2 });
  });

  it('does not depend on the order of statements', async () => {
    const [head = '', ...statements] = people.turtle.split(/(?<= \.)\n/);
    const declarations = [head, ...statements].filter((line) => line.includes('@prefix'));
    const others = [head, ...statements].filter((line) => !line.includes('@prefix'));
    const shuffled = [...declarations.toReversed(), ...others.toReversed()].join('\n');
    expect(shuffled).not.toBe(people.turtle);
    const { text } = await importRdf(shuffled, { name: 'people' });
    expect(text).toBe((await importRdf(people.turtle, { name: 'people' })).text);
  });
});

describe('a thesaurus in SKOS', () => {
  const thesaurus = `${prefixes}
<http://example.org/t> a skos:ConceptScheme ; skos:prefLabel "Obst"@de, "Fruit"@en ; skos:hasTopConcept ex:c1 .
ex:c1 a skos:Concept ; skos:prefLabel "fruit"@en, "Obst"@de ; skos:narrower ex:c2 ; skos:inScheme <http://example.org/t> .
ex:c2 a skos:Concept ; skos:prefLabel "apple"@en ; rdfs:label "an apple"@en ; skos:altLabel "pome"@en, "pomme"@fr ;
  skos:definition "A round fruit."@en ; rdfs:comment "Do not peel." ; skos:notation "apple"@en ; skos:related ex:c3 .
ex:c3 skos:broader ex:c1 ; skos:prefLabel "Birne"@de, "peer"@nl .
ex:all a skos:Collection ; skos:member ex:c1, ex:c2 .
`;

  it('becomes concepts that extend broader ones', async () => {
    const { ontology, notes } = await importRdf(thesaurus, { name: 'fruit' });
    expect(ontology.concepts.map(({ identity, name }) => [identity, name])).toEqual([
      ['c1', 'fruit'],
      ['c2', 'apple'],
      ['c3', 'Birne'],
    ]);
    expect(conceptIn(ontology, 'c2').fields).toEqual({
      concept: 'apple',
      id: 'c2',
      type: 'EntityType',
      description: 'Do not peel.',
      iri: 'ex:c2',
      extends: ['c1'],
      custom_properties: {
        'description@en': 'A round fruit.',
        'rdfs:label@en': 'an apple',
        'skos:altLabel@en': 'pome',
        'skos:altLabel@fr': 'pomme',
        'skos:notation@en': 'apple',
        'skos:related': 'http://example.org/people#c3',
      },
    });
    expect(conceptIn(ontology, 'c3').fields).toMatchObject({
      extends: ['c1'],
      custom_properties: { 'name@de': 'Birne', 'name@nl': 'peer' },
    });
    expect(metadataOf(ontology).displayName).toBe('Fruit');
    expect(counts(notes)).toEqual({ collection: 1 });
  });
});

describe('an ontology with axioms', () => {
  const axioms = `${prefixes}
ex:Dog a owl:Class ; rdfs:subClassOf ex:Animal, [ a owl:Restriction ; owl:onProperty ex:name ; owl:maxCardinality 1 ],
  [ a owl:Restriction ; owl:onProperty ex:owner ; owl:cardinality 1 ],
  [ a owl:Restriction ; owl:onProperty ex:eats ; owl:someValuesFrom ex:Animal ] ;
  owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( ex:Animal [ a owl:Restriction ; owl:onProperty ex:eats ; owl:hasValue ex:bone ] ) ] .
ex:Animal a owl:Class . ex:Cat a owl:Class ; rdfs:subClassOf ex:Animal ; owl:disjointWith ex:Dog .
ex:Weight a rdfs:Datatype ; owl:onDatatype xsd:decimal ; owl:withRestrictions ( [ xsd:minInclusive 0 ] ) ; rdfs:subClassOf xsd:decimal .
ex:name a owl:DatatypeProperty ; rdfs:domain [ a owl:Class ; owl:unionOf ( ex:Dog ex:Cat ) ] ; rdfs:range xsd:token .
ex:weight a owl:DatatypeProperty ; rdfs:domain ex:Animal ; rdfs:range ex:Weight .
ex:owner a owl:ObjectProperty, owl:AsymmetricProperty ; rdfs:domain ex:Dog, ex:Cat ; rdfs:range [ a owl:Class ; owl:unionOf ( ex:Cat ex:Dog ) ] .
ex:eats a owl:ObjectProperty ; rdfs:label "eats" .
ex:likes a owl:ObjectProperty ; rdfs:domain <http://elsewhere.example/Thing> .
ex:note a owl:AnnotationProperty .
ex:bone a ex:Animal ; rdfs:label "a bone" . ex:rex a ex:Dog, owl:NamedIndividual .
[] a owl:AllDisjointClasses ; owl:members ( ex:Dog ex:Cat ) .
ex:DogShape a sh:NodeShape ; sh:targetClass ex:Dog ; sh:property [ sh:path ex:name ; sh:maxCount 1 ] .
[ rdfs:label "nobody" ] .
<http://elsewhere.example/Thing> rdfs:label "a thing" .
`;

  it('gets relationships of all that it can say', async () => {
    const { ontology } = await importRdf(axioms, { name: 'animals' });
    expect(ontology.concepts.map(({ identity }) => identity)).toEqual([
      'Animal',
      'Cat',
      'Dog',
      'Weight',
      'name',
    ]);
    const dog = conceptIn(ontology, 'Dog');
    expect(dog.relationships.map(({ fields }) => fields)).toEqual([
      {
        name: 'name',
        type: 'hasProperty',
        roles: [{ concept: 'name' }],
        multiplicity: 'ManyToOne',
      },
      {
        name: 'owner',
        iri: 'ex:owner',
        roles: [{ concept: 'Any' }],
        multiplicity: 'ManyToOne',
        custom_properties: { 'rdf:type': 'http://www.w3.org/2002/07/owl#AsymmetricProperty' },
      },
    ]);
    const cat = conceptIn(ontology, 'Cat');
    expect(cat.relationships.map(({ fields }) => fields.multiplicity)).toEqual([
      undefined,
      undefined,
    ]);
    expect(conceptIn(ontology, 'Animal').relationships[0]?.fields).toEqual({
      name: 'weight',
      type: 'hasProperty',
      iri: 'ex:weight',
      roles: [{ concept: 'Weight' }],
    });
    expect(conceptIn(ontology, 'Weight').fields.extends).toEqual(['Decimal']);
  });

  it('notes all that it cannot say, with its places', async () => {
    const { notes } = await importRdf(axioms, { name: 'animals' });
    expect(counts(notes)).toEqual({
      annotationProperty: 1,
      axiom: 1,
      blankNode: 2,
      classExpression: 2,
      foreignConcept: 1,
      individual: 2,
      propertyWithoutConcept: 2,
      restriction: 2,
      severalDomains: 1,
      shape: 1,
      statement: 1,
    });
    const examples = Object.fromEntries(notes.map((note) => [note.kind, note.examples]));
    expect(examples).toMatchObject({
      restriction: ['ex:Dog rdfs:subClassOf'],
      classExpression: ['ex:Dog owl:equivalentClass', 'ex:owner rdfs:range'],
      propertyWithoutConcept: ['ex:eats', 'ex:likes'],
      individual: ['ex:bone', 'ex:rex'],
      shape: ['ex:DogShape'],
    });
    for (const { message } of notes) expect(message).not.toBe('');
  });
});

describe('ids and names', () => {
  it('are different, even from those that are built in', async () => {
    const { ontology, notes } = await importRdf(
      `${prefixes} @prefix fin: <http://finance.example/> .
ex:Bank a owl:Class ; rdfs:label "Bank" . fin:Bank a owl:Class ; rdfs:label "Bank" . ex:Seat a owl:Class .
<http://unknown.example/a/Bank> a owl:Class . <http://unknown.example/b/Bank> a owl:Class .
ex:Date a owl:Class ; rdfs:subClassOf fin:Bank . ex:day a owl:DatatypeProperty ; rdfs:domain ex:Date ; rdfs:range xsd:date .`,
      { name: 'money' },
    );
    expect(ontology.concepts.map(({ identity, name }) => [identity, name])).toEqual([
      ['Bank', 'Bank'],
      ['Bank-2', 'Bank (Bank-2)'],
      ['Bank-3', 'Bank (Bank-3)'],
      ['Seat', 'Seat'],
      ['day', 'day'],
      ['ex-Date', 'Date (ex-Date)'],
      ['fin-Bank', 'Bank (fin-Bank)'],
    ]);
    expect(conceptIn(ontology, 'ex-Date').fields.extends).toEqual(['fin-Bank']);
    expect(conceptIn(ontology, 'day').fields.extends).toEqual(['Date']);
    expect(counts(notes)).toEqual({ name: 5 });
  });

  it('are readable and of one line, whatever IRIs and labels hold', async () => {
    const long = 'x'.repeat(1_000);
    const { ontology } = await importRdf(
      `${prefixes} <http://a.example/ns/gr%C3%BC%C3%9Fe> a owl:Class . <http://a.example/ns/b%ZZ/> a owl:Class .
<urn:isbn:42> a owl:Class ; rdfs:label " two\\n lines\\u0007 " . ex:long a owl:Class ; rdfs:label "${long}" .`,
      { name: 'odd' },
    );
    const names = ontology.concepts.map(({ identity, name }) => [identity, name.length, name]);
    expect(names.map(([id, , name]) => [id, String(name).slice(0, 9)])).toEqual([
      ['42', 'two lines'],
      ['b%ZZ', 'b%ZZ'],
      ['grüße', 'grüße'],
      ['long', 'xxxxxxxxx'],
    ]);
    expect(Math.max(...names.map(([, length]) => Number(length)))).toBe(256);
  });

  it('come from a namespace without a prefix too, which then gets one', async () => {
    const { ontology } = await importRdf(
      '@prefix : <http://shop.example/ns#> . :Order a <http://www.w3.org/2002/07/owl#Class> .',
      { name: 'my shop' },
    );
    expect(conceptIn(ontology, 'Order').fields.iri).toBe('my-shop:Order');
    expect(metadataOf(ontology).prefixes).toEqual({ 'my-shop': 'http://shop.example/ns#' });
  });

  it('of addresses of our own need no iri', async () => {
    const baseIri = 'https://catalog.example.org/semantics/shop/';
    const { ontology } = await importRdf(
      `<${baseIri}Order%20ID> a <http://www.w3.org/2002/07/owl#Class> .`,
      { name: 'shop', baseIri: baseIri.slice(0, -1) },
    );
    expect(conceptIn(ontology, 'Order ID').fields).toEqual({
      concept: 'Order ID',
      type: 'EntityType',
    });
  });
});

it('an RDF document without any concept gives an empty ontology, and says what it held', async () => {
  const { ontology, notes } = await importRdf('<http://a/1> a <http://a/Person> .', { name: 'x' });
  expect(ontology.concepts).toEqual([]);
  expect(counts(notes)).toEqual({ individual: 1 });
});

describe('hostile statements', () => {
  it('in words of ours are noted, or refused as in any document', async () => {
    const deep = JSON.stringify('['.repeat(100_000) + ']'.repeat(100_000));
    const { ontology, notes } = await importRdf(
      `${prefixes} @prefix our: <urn:concordat:ontology:> .
ex:A a owl:Class ; our:requires ${deep}^^rdf:JSON ; our:derived_by "not JSON"^^rdf:JSON ; our:tags [ ] ;
  our:concept "B" ; our:type "Nonsense" ; our:__proto__ "{}"^^rdf:JSON ; <urn:concordat:ontology:a%ZZ> 1 ; our:status "draft" .
ex:B a owl:Class ; rdfs:label "nul\\u0000" ; our:id " " ; rdfs:comment "\\u0000" .`,
      { name: 'hostile' },
    );
    expect(conceptIn(ontology, 'A').fields).toMatchObject({ concept: 'A', status: 'draft' });
    expect(conceptIn(ontology, 'B').name).toBe('nul');
    expect(counts(notes)).toEqual({ ownMember: 3, blankNode: 1 });
  });

  it('in halves of characters, and bytes that cannot be stored, are mended', async () => {
    const text =
      '{"@id": "http://a/A", "@type": "http://www.w3.org/2002/07/owl#Class", "http://a/p": "\\ud800 \\u0000"}';
    const { ontology } = await importRdf(text, { name: 'x', format: 'application/ld+json' });
    const { custom_properties: custom } = conceptIn(ontology, 'A').fields;
    expect(inspectJson(custom, 5).unstorableAt).toBeUndefined();
    expect(JSON.stringify(custom)).toContain('\uFFFD');
  });

  it('that go in circles come to an end', async () => {
    const { ontology } = await importRdf(
      `${prefixes} ex:A a owl:Class ; rdfs:subClassOf ex:A, ex:B . ex:B a owl:Class ; rdfs:subClassOf ex:A, _:x .
_:x a owl:Class ; owl:unionOf _:l . _:l rdf:first _:x ; rdf:rest _:l .
ex:p a owl:ObjectProperty ; rdfs:domain [ owl:unionOf _:l ] ; rdfs:range ex:p .`,
      { name: 'circles' },
    );
    expect(ontology.concepts.map(({ fields }) => fields.extends)).toEqual([['B'], ['A']]);
  });
});
