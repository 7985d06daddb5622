/** A kind of documents whose pages are a list, a detail and a text to edit. */
export type ListedKind = {
  collection: string;
  /** Member of the text that holds the id. */
  idMember: 'id' | 'externalId';
  /** The file of the API with the YAML text. */
  yamlName: string;
  /** True if a team owns the document; others belong to the organization. */
  hasOwner: boolean;
  /** Beginning of a new text, after its id. */
  template: string;
};

const kinds: readonly ListedKind[] = [
  {
    collection: 'definitions',
    idMember: 'id',
    yamlName: 'definition.yaml',
    hasOwner: true,
    template: 'owner: \ntitle: \ndescription: \ntype: string\n# pattern: \n# classification: \n',
  },
  {
    collection: 'tags',
    idMember: 'id',
    yamlName: 'tag.yaml',
    hasOwner: true,
    template: 'info:\n  name: \n  owner: \n  description: \n',
  },
  {
    collection: 'policies',
    idMember: 'id',
    yamlName: 'policy.yaml',
    hasOwner: false,
    template: 'name: \nstatus: Draft\ncontent: |\n  What everybody keeps, in Markdown.\n',
  },
  {
    collection: 'certifications',
    idMember: 'id',
    yamlName: 'certification.yaml',
    hasOwner: false,
    template:
      'name: \ntag: \ndescription: \ncriteria: |\n  What a resource keeps to be certified.\n',
  },
  {
    collection: 'classification-schemes',
    idMember: 'externalId',
    yamlName: 'classification-scheme.yaml',
    hasOwner: false,
    template:
      'name: \ndescription: \nclassifications:\n  - externalId: public\n    name: Public\n    level: 1\n',
  },
  {
    collection: 'sourcesystems',
    idMember: 'id',
    yamlName: 'source-system.yaml',
    hasOwner: true,
    template: 'name: \nowner: \ndescription: \n',
  },
  {
    collection: 'dataproductbuilders',
    idMember: 'id',
    yamlName: 'dataproductbuilder.yaml',
    hasOwner: false,
    template: 'name: \ndescription: \npluginRepository: \nsupportedAgents: []\n',
  },
];

/** The kinds in the order of their tabs. */
export const listedKinds = kinds;

/** The kind of an address; undefined for other addresses. */
export function listedKind(collection: string): ListedKind | undefined {
  return kinds.find((kind) => kind.collection === collection);
}

/** The text with which a new document begins. */
export const newText = ({ idMember, template }: ListedKind, id: string): string =>
  `${idMember}: ${JSON.stringify(id)}\n${template}`;
