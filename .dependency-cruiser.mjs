/**
 * The layers of ARCHITECTURE.md, checked. Type-only imports count too: a type that crosses a border
 * is a dependency of thought, and the first step to one of code.
 */
const layers = [
  'api',
  'cli',
  'workers',
  'jobs',
  'commands',
  'connectors',
  'db',
  'domain',
  'lib',
  'local',
];

/** Folder → the folders of ours it may import from. */
const may = {
  api: ['commands', 'db', 'domain', 'lib'],
  cli: ['lib'],
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
  // Catalogues are data: only workers load the code of platforms and formats.
  api: ['^jobs/code-generation/generators/catalogue\\.ts$', '^connectors/catalogue\\.ts$'],
  commands: ['^connectors/catalogue\\.ts$', '^connectors/guard/hosts\\.ts$'],
  // Doctor looks at what a worker would contact, by the worker's rule; the demo makes files with the worker's DuckDB.
  local: ['^connectors/guard/hosts\\.ts$', '^connectors/duckdb/session\\.ts$'],
};

/** Libraries that only some places may import. */
const libraries = [
  { packages: ['koa', '@koa/router'], places: '^api/' },
  { packages: ['bullmq'], places: '^(workers|api/ops)/' },
  { packages: ['ioredis'], places: '^(workers|api/ops|lib/redis)/' },
  { packages: ['@bull-board'], places: '^api/ops/' },
  { packages: ['prom-client'], places: '^lib/metrics' },
  { packages: ['node-cron'], places: '^workers/' },
  { packages: ['commander'], places: '^cli/' },
  { packages: ['croner'], places: '^domain/work/schedule' },
  { packages: ['knex'], places: '^db/' },
  { packages: ['pg'], places: '^(db|connectors|local)/' },
  { packages: ['mysql2', 'tedious'], places: '^connectors/' },
  { packages: ['@duckdb'], places: '^connectors/duckdb/process' },
  { packages: ['aws4fetch'], places: '^(connectors/glue/|lib/s3/)' },
  { packages: ['kafkajs', 'protobufjs'], places: '^connectors/' },
  { packages: ['isomorphic-git'], places: '^connectors/git/' },
  { packages: ['koa-body'], places: '^domain/messaging/read-parts' },
  { packages: ['magic-bytes.js'], places: '^lib/object-storage/sniff-type' },
  { packages: ['marked', 'sanitize-html'], places: '^jobs/mail/' },
  { packages: ['n3'], places: '^lib/rdf/(parse|write)' },
  {
    packages: ['rdfxml-streaming-parser', 'jsonld-streaming-parser', 'rdf-data-factory'],
    places: '^lib/rdf/parse',
  },
  { packages: ['openid-client'], places: '^lib/oidc/client' },
  { packages: ['@opentelemetry'], places: '^lib/tracing/open-telemetry' },
  { packages: ['nodemailer'], places: '^(jobs/mail|local/doctor)/' },
];

/** Folders of connectors that the folders of several platforms import. */
const sharedConnectors = [
  'guard',
  'http',
  'server',
  'assets',
  'duckdb',
  'files',
  'object-stores',
  'avro',
  'unity-catalog',
];

/** Platforms, formats and their libraries: nothing that the API loads may lead to them, however many files lie between. */
const workersOnly = {
  name: 'workers-only',
  severity: 'error',
  from: { path: '^api/main\\.ts$' },
  to: {
    reachable: true,
    path: [
      '^connectors/',
      '^jobs/',
      'node_modules/(tedious|mysql2|kafkajs|@duckdb|protobufjs|nodemailer|marked|sanitize-html|isomorphic-git)/',
    ],
    pathNot: [
      '^connectors/(catalogue|connector|asset-source|source-error)\\.ts$',
      '^connectors/[^/]+/about\\.ts$',
      '^connectors/(guard/hosts|http/entra-settings|object-stores/locations)\\.ts$',
      '^connectors/server/(member|settings|target)\\.ts$',
      '^jobs/code-generation/(generator|generators/catalogue)\\.ts$',
    ],
  },
};

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
    workersOnly,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'platforms-apart',
      severity: 'error',
      from: { path: '^connectors/([^/]+)/' },
      to: {
        path: '^connectors/[^/]+/',
        pathNot: ['^connectors/$1/', `^connectors/(${sharedConnectors.join('|')})/`],
      },
    },
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
