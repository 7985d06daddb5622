/** Known namespaces, by their usual prefix. */
export const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  dct: 'http://purl.org/dc/terms/',
  dc: 'http://purl.org/dc/elements/1.1/',
  schema: 'http://schema.org/',
  sh: 'http://www.w3.org/ns/shacl#',
  vann: 'http://purl.org/vocab/vann/',
  /** Concordat's own terms. */
  concordat: 'urn:concordat:ontology:',
} as const;

type Prefix = keyof typeof namespaces;

/** The IRI of a term like `owl:Class` of a known namespace. */
export function iriOf(qname: `${Prefix}:${string}`): string {
  const colon = qname.indexOf(':');
  return namespaces[qname.slice(0, colon) as Prefix] + qname.slice(colon + 1);
}

const iris = (...qnames: `${Prefix}:${string}`[]): string[] => qnames.map(iriOf);

export const types = {
  class: new Set(iris('owl:Class', 'rdfs:Class', 'skos:Concept', 'owl:DeprecatedClass')),
  datatype: new Set(iris('rdfs:Datatype', 'owl:DataRange')),
  objectProperty: new Set(iris('owl:ObjectProperty')),
  dataProperty: new Set(iris('owl:DatatypeProperty')),
  /** Its range tells whether it connects things or holds values. */
  property: new Set(
    iris('rdf:Property', 'owl:FunctionalProperty', 'owl:DeprecatedProperty').concat(
      iris('owl:InverseFunctionalProperty', 'owl:TransitiveProperty', 'owl:SymmetricProperty'),
    ),
  ),
  annotationProperty: new Set(iris('owl:AnnotationProperty')),
  ontology: new Set(iris('owl:Ontology')),
  scheme: new Set(iris('skos:ConceptScheme')),
  deprecated: new Set(iris('owl:DeprecatedClass', 'owl:DeprecatedProperty')),
  /** Statements that follow from the kind of a concept or relationship, or from its multiplicity. */
  said: new Set(
    iris('owl:Class', 'rdfs:Class', 'skos:Concept', 'owl:DeprecatedClass', 'rdfs:Datatype').concat(
      iris('owl:ObjectProperty', 'owl:DatatypeProperty', 'rdf:Property', 'owl:DataRange'),
      iris('owl:FunctionalProperty', 'owl:InverseFunctionalProperty', 'owl:DeprecatedProperty'),
      iris('owl:Ontology', 'skos:ConceptScheme', 'rdfs:Resource', 'owl:Thing'),
      iris('owl:NamedIndividual'),
    ),
  ),
};

export const predicates = {
  names: iris('skos:prefLabel', 'rdfs:label', 'dct:title', 'dc:title'),
  descriptions: iris('skos:definition', 'rdfs:comment', 'dct:description', 'dc:description'),
  domains: iris('rdfs:domain', 'schema:domainIncludes'),
  ranges: iris('rdfs:range', 'schema:rangeIncludes'),
  /**
   * Predicates whose values are always things: written without the brackets that distinguish IRIs from texts.
   */
  ofThings: new Set(
    iris(
      'owl:equivalentClass',
      'owl:disjointWith',
      'owl:equivalentProperty',
      'owl:inverseOf',
    ).concat(
      iris('owl:sameAs', 'rdfs:seeAlso', 'rdfs:isDefinedBy', 'rdfs:subClassOf', 'rdf:type'),
      iris('rdfs:subPropertyOf', 'rdfs:domain', 'rdfs:range', 'owl:imports', 'owl:versionIRI'),
      iris('skos:related', 'skos:inScheme', 'skos:topConceptOf', 'skos:exactMatch'),
      iris('skos:closeMatch', 'skos:broadMatch', 'skos:narrowMatch', 'skos:relatedMatch'),
    ),
  ),
};

/** Statements that hold for everything, and add nothing. */
export const tops = new Set(iris('owl:Thing', 'rdfs:Resource', 'owl:Nothing'));

/** Built-in concepts and their datatypes. */
export const datatypeOf: Readonly<Record<string, string>> = {
  Boolean: iriOf('xsd:boolean'),
  Date: iriOf('xsd:date'),
  DateTime: iriOf('xsd:dateTime'),
  Decimal: iriOf('xsd:decimal'),
  Float: iriOf('xsd:double'),
  Integer: iriOf('xsd:integer'),
  String: iriOf('xsd:string'),
};

const narrower: Readonly<Record<string, string>> = {
  float: 'Float',
  dateTimeStamp: 'DateTime',
  ...Object.fromEntries(
    ['int', 'long', 'short', 'byte', 'nonNegativeInteger', 'positiveInteger', 'negativeInteger']
      .concat('nonPositiveInteger', 'unsignedInt', 'unsignedLong', 'unsignedShort', 'unsignedByte')
      .map((name) => [name, 'Integer']),
  ),
};

const builtIns = new Map(Object.entries(datatypeOf).map(([name, iri]) => [iri, name]));
const texts = new Set(iris('rdfs:Literal', 'rdf:langString', 'rdf:PlainLiteral'));

/** The built-in concept of a datatype; `isExact` when the export restores the same datatype. */
export function builtInOf(iri: string): { name: string; isExact: boolean } | undefined {
  const exact = builtIns.get(iri);
  if (exact !== undefined) return { name: exact, isExact: true };
  if (texts.has(iri)) return { name: 'String', isExact: false };
  if (!iri.startsWith(namespaces.xsd)) return undefined;
  return { name: narrower[iri.slice(namespaces.xsd.length)] ?? 'String', isExact: false };
}
