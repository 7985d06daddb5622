/** The layers of web/, checked: app → routes → features → components → texts, lib → api. */
const layers = ['api', 'lib', 'texts', 'components', 'features', 'routes', 'app'];

/** Folder → the folders it may import from, besides itself. */
const may = {
  api: ['lib'],
  lib: [],
  texts: ['lib'],
  components: ['api', 'lib', 'texts'],
  features: ['components', 'api', 'lib', 'texts'],
  routes: ['features', 'components', 'api', 'lib', 'texts'],
  app: ['routes', 'features', 'components', 'api', 'lib', 'texts'],
};

const layerRules = layers.map((from) => ({
  name: `web-${from}`,
  severity: 'error',
  from: { path: `^web/src/${from}/` },
  to: {
    path: '^web/src/',
    pathNot: [from, ...may[from]].map((name) => `^web/src/${name}/`),
  },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'web-apart',
      severity: 'error',
      from: { path: '^web/' },
      to: { pathNot: ['^web/', 'node_modules/'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'html-in-one-place',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/components/documents/sanitized-html\\.tsx$' },
      to: { path: 'node_modules/(dompurify|marked)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json', '.css', '.svg'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
