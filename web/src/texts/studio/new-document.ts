/** Words of the pages on which a contract or a product begins. */
export const newTexts = {
  titles: { datacontracts: 'New contract', dataproducts: 'New product' },
  leads: {
    datacontracts:
      'Begin with a template, a file, tables of an integration, or models of a dbt project. Nothing is stored before you save it.',
    dataproducts:
      'Begin with a template, contracts, or a file. Nothing is stored before you save it.',
  },
  begin: 'Begin with',
  ways: {
    template: 'Template',
    upload: 'File',
    tables: 'Tables',
    dbt: 'dbt',
    contracts: 'Contracts',
  },
  name: 'Name',
  nameHint: (id: string) => `Its id will be ${id}; you can change it in the editor.`,
  nameFirst: 'Write a name first.',
  team: 'Owning team',
  teamFirst: 'Choose a team',
  teamMissing: 'Choose the team that owns it.',
  noTeam: 'You may add documents in none of your teams. Ask an Owner of your team for the role.',
  open: 'Open in the editor',
  file: 'YAML or JSON file',
  fileHint: {
    datacontracts: 'ODCS, or the deprecated Data Contract Specification.',
    dataproducts: 'ODPS, or the deprecated Data Product Specification.',
  },
  fileFirst: 'Choose a file first.',
  tooLarge: (name: string) => `${name} is larger than 5 MB.`,
  noText: (name: string) => `${name} is not a text file. Choose a YAML or JSON file.`,
  unreadable: (name: string, problem: string) => `${name} is neither YAML nor JSON: ${problem}`,
  otherKind: (name: string, kind: 'datacontracts' | 'dataproducts') =>
    kind === 'datacontracts'
      ? `${name} is no data contract: it needs the member kind with DataContract.`
      : `${name} is no data product: it needs the member kind with DataProduct.`,
  searchTables: 'Search tables, files and topics',
  noTables: 'No assets yet',
  noTablesHint: 'They appear here after the first run of an integration.',
  tablesFirst: 'Choose at least one table.',
  searchContracts: 'Search contracts',
  noContracts: 'No contracts found',
  noContractsHint: 'Begin with a contract, then offer it by a product.',
  contractsFirst: 'Choose at least one contract.',
  chosen: (count: number) => (count === 1 ? '1 chosen' : `${count} chosen`),
  atMost: (count: number) => `A draft takes up to ${count}.`,
  manifest: 'target/manifest.json',
  manifestHint: 'Version 9 or newer (dbt 1.5). The file stays here: only what you choose is sent.',
  catalog: 'target/catalog.json (if you have it)',
  catalogHint: 'It knows the types of all columns.',
  noManifest: (name: string) =>
    `${name} is not the manifest of a dbt project. Choose the file manifest.json in the folder target, which dbt writes when it compiles or runs.`,
  noCatalog: (name: string) =>
    `${name} is not the catalog of a dbt project. Choose the file catalog.json in the folder target, which “dbt docs generate” writes.`,
  filterModels: 'Filter models, snapshots, seeds and sources',
  modelsFirst: 'Choose at least one model.',
} as const;
