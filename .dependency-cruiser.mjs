/**
 * The layers of ARCHITECTURE.md, checked. Type-only imports count too: a type that crosses a border
 * is a dependency of thought, and the first step to one of code.
 */
const layers = ['api', 'workers', 'jobs', 'commands', 'connectors', 'db', 'domain', 'lib', 'local'];

/** Folder → the folders of ours it may import from. */
const may = {
  api: ['commands', 'db', 'domain', 'lib'],
  workers: ['jobs', 'commands', 'db', 'domain', 'lib'],
  jobs: ['commands', 'connectors', 'db', 'domain', 'lib'],
  commands: ['db', 'domain', 'lib'],
  connectors: ['domain', 'lib'],
  db: ['domain', 'lib'],
  domain: ['lib'],
  lib: [],
  local: ['commands', 'db', 'domain', 'lib'],
};

/** Single files that a folder may read although its layer may not be imported. */
const alsoMay = {
  // Of the generators only what they are called and what they take: generating is a worker's.
  api: [
    '^jobs/index\\.ts$',
    '^jobs/code-generation/generators/index\\.ts$',
    '^connectors/index\\.ts$',
  ],
  commands: ['^connectors/index\\.ts$'],
  // Doctor looks at what a worker would contact, by the worker's rule.
  local: ['^connectors/host-guard\\.ts$'],
};

/** Libraries that only some places may import. */
const libraries = [
  { packages: ['koa', '@koa/router', 'raw-body'], places: '^api/' },
  { packages: ['bullmq', 'ioredis'], places: '^(workers|api/ops|local)/' },
  { packages: ['@bull-board'], places: '^api/ops/' },
  { packages: ['prom-client'], places: '^lib/metrics' },
  { packages: ['node-cron'], places: '^workers/' },
  { packages: ['croner'], places: '^domain/schedule' },
  { packages: ['knex'], places: '^db/' },
  { packages: ['pg'], places: '^(db|connectors|local)/' },
  { packages: ['mysql2', 'tedious'], places: '^connectors/' },
  { packages: ['@duckdb'], places: '^(connectors|local/demo)/' },
  { packages: ['aws4fetch'], places: '^(connectors/|lib/object-storage-s3)' },
  { packages: ['kafkajs', 'protobufjs'], places: '^connectors/' },
  { packages: ['@fastify/busboy'], places: '^api/' },
  { packages: ['magic-bytes.js'], places: '^lib/sniff-type' },
  { packages: ['marked', 'sanitize-html'], places: '^jobs/mail/' },
  { packages: ['n3'], places: '^lib/(rdf-thread|write-rdf)' },
  {
    packages: ['rdfxml-streaming-parser', 'jsonld-streaming-parser', 'rdf-data-factory'],
    places: '^lib/rdf-thread',
  },
  { packages: ['nodemailer'], places: '^(jobs/mail|local/doctor)/' },
];

const layerRules = layers.map((from) => {
  const allowed = [from, ...may[from]].map((name) => `^${name}/`);
  return {
    name: `layer-${from}`,
    severity: 'error',
    from: { path: `^${from}/` },
    to: {
      path: `^(${[...layers, 'test', 'bench'].join('|')})/`,
      pathNot: [...allowed, ...(alsoMay[from] ?? [])],
    },
  };
});

const libraryRules = libraries.map(({ packages, places }) => ({
  name: `library-${packages[0]}`,
  severity: 'error',
  from: { path: `^(${layers.join('|')})/`, pathNot: places },
  to: { path: `node_modules/(${packages.join('|')})/` },
}));

export default {
  forbidden: [
    ...layerRules,
    ...libraryRules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'pure-planning',
      severity: 'error',
      from: { path: '^jobs/[^/]+/(plan|sql|generators)/' },
      to: { path: '^(api|workers|commands|connectors|db|local|jobs/index)' },
    },
    {
      name: 'no-test-code',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
