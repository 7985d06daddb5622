/** A small ontology, as an example body. */
export const ontologyExample = {
  name: 'sales',
  custom_properties: { display_name: 'Sales', owner: 'checkout' },
  prefixes: { ex: 'https://example.com/sales/' },
  ontology: [
    {
      concept: 'Order',
      id: 'order',
      type: 'EntityType',
      iri: 'ex:Order',
      relationships: [{ name: 'placed by', type: 'relatedTo', roles: [{ concept: 'Customer' }] }],
    },
    { concept: 'Customer', id: 'customer', type: 'EntityType' },
  ],
};

/** A class in Turtle. */
export const turtleExample = `@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <https://example.com/sales/> .

ex:Order a owl:Class ; rdfs:label "Order" .
`;

/** A class in JSON-LD. */
export const jsonLdExample = {
  '@id': 'https://example.com/sales/Order',
  '@type': 'http://www.w3.org/2002/07/owl#Class',
  'http://www.w3.org/2000/01/rdf-schema#label': 'Order',
};

/** A class in RDF/XML. */
export const rdfXmlExample = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">
  <owl:Class rdf:about="https://example.com/sales/Order"><rdfs:label>Order</rdfs:label></owl:Class>
</rdf:RDF>
`;
