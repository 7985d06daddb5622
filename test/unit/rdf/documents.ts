import { ontologyFromRdf } from '../../../domain/ontology/rdf/from-rdf.ts';
import type { FromRdfOptions, OntologyFromRdf } from '../../../domain/ontology/rdf/from-rdf.ts';
import { parseOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import type { Ontology } from '../../../domain/ontology/ontology.ts';
import { parseRdf } from '../../../lib/rdf/rdf.ts';
import type { RdfFormat, RdfGraph } from '../../../lib/rdf/rdf.ts';
import { writeYaml } from '../../../lib/yaml/yaml.ts';

export async function readGraph(
  text: string,
  format: RdfFormat = 'text/turtle',
): Promise<RdfGraph> {
  const { graph, problem } = await parseRdf(text, format);
  if (!graph) throw new Error(`refused: ${JSON.stringify(problem)}`);
  return graph;
}

/** The text as it is stored, and the ontology that our parser makes of it. */
export function readBack({ document }: OntologyFromRdf): { text: string; ontology: Ontology } {
  const text = writeYaml(document);
  const { parsed, violations } = parseOntology(text);
  if (!parsed) throw new Error(`${JSON.stringify(violations)} in\n${text}`);
  return { text, ontology: parsed.ontology };
}

export async function importRdf(
  text: string,
  options: FromRdfOptions & { format?: RdfFormat },
): Promise<OntologyFromRdf & { text: string; ontology: Ontology }> {
  const { format, ...others } = options;
  const made = ontologyFromRdf(await readGraph(text, format), others);
  return { ...made, ...readBack(made) };
}

export const prefixes = `
@prefix : <http://example.org/people#> .
@prefix ex: <http://example.org/people#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
`;

/** Friends of friends: what most vocabularies on the web look like. */
export const people = {
  turtle: `${prefixes}
<http://example.org/people> a owl:Ontology ;
  dct:title "People and what they make" ; dct:description "Who knows whom."@en ;
  owl:versionInfo "1.3" ; owl:imports <http://example.org/places> .
ex:Agent a owl:Class ; rdfs:label "Agent"@en .
ex:Person a owl:Class ; rdfs:subClassOf ex:Agent, <http://www.w3.org/2003/01/geo/wgs84_pos#SpatialThing> ;
  rdfs:label "Person"@en, "Personne"@fr, "Mensch"@de ; rdfs:comment "A human being."@en, "Ein Mensch."@de ;
  owl:equivalentClass <http://schema.org/Person> ; rdfs:seeAlso <http://example.org/about> .
ex:Group a rdfs:Class ; rdfs:label "Group" ; owl:deprecated true .
ex:knows a owl:ObjectProperty ; rdfs:label "knows" ; rdfs:domain ex:Person ; rdfs:range ex:Person ; owl:inverseOf ex:knows .
ex:homepage a owl:ObjectProperty, owl:InverseFunctionalProperty ; rdfs:domain ex:Agent ; rdfs:range <http://example.org/Document> .
ex:fullName a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:label "full name" ; rdfs:domain ex:Person ; rdfs:range xsd:string .
ex:age a rdf:Property ; rdfs:domain ex:Person ; rdfs:range xsd:nonNegativeInteger .
`,
  xml: `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
  xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:dct="http://purl.org/dc/terms/" xmlns:ex="http://example.org/people#"
  xml:base="http://example.org/people">
  <owl:DatatypeProperty rdf:ID="fullName">
    <rdfs:label>full name</rdfs:label>
    <rdf:type rdf:resource="http://www.w3.org/2002/07/owl#FunctionalProperty"/>
    <rdfs:domain rdf:resource="#Person"/><rdfs:range rdf:resource="http://www.w3.org/2001/XMLSchema#string"/>
  </owl:DatatypeProperty>
  <owl:Ontology rdf:about="">
    <dct:title>People and what they make</dct:title><dct:description xml:lang="en">Who knows whom.</dct:description>
    <owl:versionInfo>1.3</owl:versionInfo><owl:imports rdf:resource="/places"/>
  </owl:Ontology>
  <owl:Class rdf:about="#Person">
    <rdfs:subClassOf rdf:resource="http://www.w3.org/2003/01/geo/wgs84_pos#SpatialThing"/>
    <rdfs:subClassOf><owl:Class rdf:about="#Agent"><rdfs:label xml:lang="en">Agent</rdfs:label></owl:Class></rdfs:subClassOf>
    <rdfs:label xml:lang="fr">Personne</rdfs:label><rdfs:label xml:lang="de">Mensch</rdfs:label>
    <rdfs:label xml:lang="en">Person</rdfs:label>
    <rdfs:comment xml:lang="en">A human being.</rdfs:comment><rdfs:comment xml:lang="de">Ein Mensch.</rdfs:comment>
    <owl:equivalentClass rdf:resource="http://schema.org/Person"/><rdfs:seeAlso rdf:resource="/about"/>
  </owl:Class>
  <rdfs:Class rdf:about="#Group"><rdfs:label>Group</rdfs:label>
    <owl:deprecated rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">true</owl:deprecated></rdfs:Class>
  <owl:ObjectProperty rdf:about="#knows"><rdfs:label>knows</rdfs:label>
    <rdfs:domain rdf:resource="#Person"/><rdfs:range rdf:resource="#Person"/><owl:inverseOf rdf:resource="#knows"/>
  </owl:ObjectProperty>
  <owl:ObjectProperty rdf:about="#homepage">
    <rdf:type rdf:resource="http://www.w3.org/2002/07/owl#InverseFunctionalProperty"/>
    <rdfs:domain rdf:resource="#Agent"/><rdfs:range rdf:resource="/Document"/>
  </owl:ObjectProperty>
  <rdf:Property rdf:about="#age"><rdfs:domain rdf:resource="#Person"/>
    <rdfs:range rdf:resource="http://www.w3.org/2001/XMLSchema#nonNegativeInteger"/></rdf:Property>
</rdf:RDF>
`,
  jsonLd: JSON.stringify({
    '@context': {
      rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
      owl: 'http://www.w3.org/2002/07/owl#',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
      dct: 'http://purl.org/dc/terms/',
      ex: 'http://example.org/people#',
      domain: { '@id': 'rdfs:domain', '@type': '@id' },
      range: { '@id': 'rdfs:range', '@type': '@id' },
      subClassOf: { '@id': 'rdfs:subClassOf', '@type': '@id' },
      labels: { '@id': 'rdfs:label', '@container': '@language' },
      comments: { '@id': 'rdfs:comment', '@container': '@language' },
    },
    '@graph': [
      {
        '@id': 'ex:age',
        '@type': 'rdf:Property',
        domain: 'ex:Person',
        range: 'xsd:nonNegativeInteger',
      },
      {
        '@id': 'ex:homepage',
        '@type': ['owl:InverseFunctionalProperty', 'owl:ObjectProperty'],
        domain: 'ex:Agent',
        range: 'http://example.org/Document',
      },
      {
        '@id': 'ex:Person',
        '@type': 'owl:Class',
        subClassOf: ['http://www.w3.org/2003/01/geo/wgs84_pos#SpatialThing', 'ex:Agent'],
        labels: { en: 'Person', fr: 'Personne', de: 'Mensch' },
        comments: { de: 'Ein Mensch.', en: 'A human being.' },
        'owl:equivalentClass': { '@id': 'http://schema.org/Person' },
        'rdfs:seeAlso': { '@id': 'http://example.org/about' },
      },
      { '@id': 'ex:Agent', '@type': 'owl:Class', labels: { en: 'Agent' } },
      { '@id': 'ex:Group', '@type': 'rdfs:Class', 'rdfs:label': 'Group', 'owl:deprecated': true },
      {
        '@id': 'ex:knows',
        '@type': 'owl:ObjectProperty',
        'rdfs:label': 'knows',
        domain: 'ex:Person',
        range: 'ex:Person',
        'owl:inverseOf': { '@id': 'ex:knows' },
      },
      {
        '@id': 'ex:fullName',
        '@type': ['owl:DatatypeProperty', 'owl:FunctionalProperty'],
        'rdfs:label': 'full name',
        domain: 'ex:Person',
        range: 'xsd:string',
      },
      {
        '@id': 'http://example.org/people',
        '@type': 'owl:Ontology',
        'dct:title': 'People and what they make',
        'dct:description': { '@value': 'Who knows whom.', '@language': 'en' },
        'owl:versionInfo': '1.3',
        'owl:imports': { '@id': 'http://example.org/places' },
      },
    ],
  }),
};
