import { Type } from '@sinclair/typebox';
import { recordOf } from '../../../domain/validation/record-of.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] });

const concept = {
  namespace: Type.String({ description: 'Id of the namespace', examples: ['demo-sales'] }),
  id: Type.String({ description: 'Id of the concept, else its name', examples: ['order'] }),
  name: Type.String({ description: 'Name', examples: ['Order'] }),
  type: Type.String({ description: 'EntityType or ValueType', examples: ['EntityType'] }),
};

const status = orNull(Type.String({ description: 'Status, if stated', examples: ['active'] }));

/** A concept in a list. */
export const listedConceptSchema = Type.Object(
  {
    ...concept,
    description: Type.String({ description: 'May be empty', examples: ['A confirmed purchase.'] }),
    status,
    tags: Type.Array(Type.String(), { description: 'Tags', examples: [['sales']] }),
    relationships: Type.Integer({ description: 'Number of its relationships', examples: [2] }),
    updatedAt: instant('When it was changed last'),
  },
  { $id: 'ListedConcept' },
);

/** A concept as its ontology has it now. */
export const ontologyConceptSchema = Type.Object(
  {
    ...concept,
    iri: orNull(
      Type.String({ description: 'Full IRI', examples: ['https://terms.example.com/Order'] }),
    ),
    fields: recordOf(Type.Unknown(), {
      description: 'Members of its entry besides relationships',
      examples: [{ concept: 'Order', description: 'A confirmed purchase.' }],
    }),
    revision: Type.Integer({
      description: 'Revision of the ontology that changed it last',
      examples: [17],
    }),
    changedAt: instant('When that revision was written'),
    principal: Type.String({ description: 'Who wrote that revision', examples: ['system'] }),
    principalName: principalNameSchema,
  },
  { $id: 'OntologyConcept' },
);

const node = Type.Object({
  key: Type.String({
    description: '<namespace>/<concept>, or the name of a built-in concept',
    examples: ['demo-sales/order'],
  }),
  ...concept,
  namespace: orNull(
    Type.String({ description: 'Null for a built-in concept', examples: ['demo-sales'] }),
  ),
  type: Type.String({
    description: 'EntityType, ValueType, builtIn, or unknown in other namespaces',
    examples: ['EntityType'],
  }),
  distance: Type.Integer({ description: 'Steps from the concept', examples: [1] }),
});

const edge = Type.Object({
  key: Type.String({ description: 'Key of the edge', examples: ['demo-sales/customer places'] }),
  from: Type.String({ description: 'Key of the concept', examples: ['demo-sales/customer'] }),
  to: Type.String({ description: 'Key of its target', examples: ['demo-sales/order'] }),
  kind: Type.Union([Type.Literal('relationship'), Type.Literal('extends')], {
    description: 'A relationship, or a concept that is extended',
    examples: ['relationship'],
  }),
  name: Type.String({ description: 'Name of the relationship', examples: ['places'] }),
  type: Type.String({
    description: 'Type of the relationship, e.g. hasProperty',
    examples: ['relatedTo'],
  }),
  multiplicity: orNull(
    Type.String({ description: 'Multiplicity, if stated', examples: ['OneToMany'] }),
  ),
  description: orNull(
    Type.String({ description: 'Description, if stated', examples: ['Buys on the web.'] }),
  ),
});

/** Concepts around a concept. */
export const neighboursSchema = Type.Object(
  {
    nodes: Type.Array(node, { description: 'The concept itself first' }),
    edges: Type.Array(edge, { description: 'Relationships between the nodes' }),
    truncated: Type.Boolean({ description: 'True if the limit left some out', examples: [false] }),
  },
  { $id: 'ConceptNeighbours' },
);

const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const number = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

/** A namespace in the list of the web UI. */
export const pageNamespaceSchema = Type.Object(
  {
    id: text('Id of the namespace', 'demo-sales'),
    name: text('Display name', 'Sales'),
    description: orNull(text('What it is about', 'What the shop sells, and to whom')),
    team: orNull(text('Id of the owning team', 'demo-commerce')),
    teamName: orNull(text('Name of the owning team', 'Commerce')),
    revision: number('Revision of its ontology; 0 without one', 17),
    concepts: number('Number of its concepts', 42),
    branches: number('Branches that are not merged', 2),
    conflicted: number('Branches in conflict', 1),
    updatedAt: instant('When it was changed last'),
  },
  { $id: 'PageNamespace' },
);
