import { load } from 'js-yaml';
import nunjucks from 'nunjucks';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';

export type Yaml = Record<string, unknown>;

/** A test as it runs: rows that come back are failures. */
export type CompiledTest = { name: string; relation: string; severity: string; sql: string };

export type CompiledProject = {
  /** Staging models before models. */
  models: { name: string; sql: string }[];
  tests: CompiledTest[];
  /** The YAML files as dbt has them after rendering. */
  properties: () => Yaml[];
};

/** Names of relations as a database has them. */
export type Names = {
  ref: (name: string) => string;
  source: (name: string, table: string) => string;
};

export const isObject = (value: unknown): value is Yaml =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What dbt evaluates without braces in arguments of tests. */
const call = /^\s*(?:env_var|ref|var|source|doc)\s*\(.+\)\s*$/s;

type Tools = { names: Names; render: (text: string) => string; generic: string };

/** Strict as dbt is: an unknown name is an error. */
const environment = new nunjucks.Environment(null, { autoescape: false, throwOnUndefined: true });

const templates = new Map<string, nunjucks.Template>();

/** The template of a call of a generic test; most calls are the same but for their arguments. */
function templateOf(text: string): nunjucks.Template {
  const template = templates.get(text) ?? new nunjucks.Template(text, environment, '', true);
  templates.set(text, template);
  return template;
}

/** Only a text with a brace can be a template. */
const renderText = (text: string, context: object): string =>
  text.includes('{') ? environment.renderString(text, context) : text;

/** Everything in a YAML file that dbt renders, rendered. */
function rendered(value: unknown, render: Tools['render']): unknown {
  if (typeof value === 'string') return render(value);
  if (Array.isArray(value)) return value.map((entry) => rendered(entry, render));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, rendered(inner, render)]),
  );
}

/** A YAML file as dbt has it after rendering. */
export function renderProperties(content: string, names: Names): Yaml {
  const context = { ...names, config: () => '' };
  return rendered(load(content), (text) => renderText(text, context)) as Yaml;
}

/**
 * The part of dbt that reads a project, as far as it is documented: YAML, templates, generic tests of the project and
 * those that dbt has. Not dbt itself, which is no package of Node.
 */
export function compileProject(files: readonly GeneratedFile[], names: Names): CompiledProject {
  const context = { ...names, config: () => '' };
  const render = (text: string): string => renderText(text, context);
  const tools: Tools = { names, render, generic: genericMacros(files) };
  const written = files
    .filter(({ language }) => language === 'yaml')
    .map(({ content }) => load(content) as Yaml);
  const below = (folder: string): GeneratedFile[] =>
    files.filter(({ filename }) => filename.startsWith(folder) && filename.endsWith('.sql'));
  const singular = [...below('tests/models/'), ...below('tests/sources/')].map((file) => ({
    name: file.filename,
    relation: '',
    severity: file.content.includes("severity = 'warn'") ? 'warn' : 'error',
    sql: render(file.content),
  }));
  const staging = below('models/staging/');
  const models = [...staging, ...below('models/').filter((file) => !staging.includes(file))];
  return {
    models: models.map(({ filename, content }) => ({
      name: filename.split('/').at(-1)?.replace('.sql', '') ?? '',
      sql: render(content),
    })),
    tests: [...written.flatMap((content) => testsOf(content, tools)), ...singular],
    properties: () => written.map((content) => rendered(content, render) as Yaml),
  };
}

/** Tests that dbt has, in its words. */
const builtIn = `
{% macro test_not_null(model, column_name) %}
select * from {{ model }} where {{ column_name }} is null
{% endmacro %}
{% macro test_unique(model, column_name) %}
select {{ column_name }} from {{ model }} where {{ column_name }} is not null
group by {{ column_name }} having count(*) > 1
{% endmacro %}
{% macro test_accepted_values(model, column_name, values, quote=true) %}
select * from (select {{ column_name }} as value_field from {{ model }} group by {{ column_name }}) v
where value_field not in (
{% for value in values %}{% if quote %}'{{ value }}'{% else %}{{ value }}{% endif %}{% if not loop.last %},{% endif %}{% endfor %}
)
{% endmacro %}
{% macro test_relationships(model, column_name, to, field) %}
select from_field
from (select {{ column_name }} as from_field from {{ model }} where {{ column_name }} is not null) c
left join (select {{ field }} as to_field from {{ to }}) p on c.from_field = p.to_field
where p.to_field is null
{% endmacro %}
`;

/** dbt makes macros of generic tests. */
function genericMacros(files: readonly GeneratedFile[]): string {
  const own = files
    .filter(({ filename }) => filename.startsWith('tests/generic/'))
    .map(({ content }) =>
      content.replace(/\{% test (\w+)/, '{% macro test_$1').replace('endtest', 'endmacro'),
    );
  return [builtIn, ...own].join('\n');
}

const listAt = (part: Yaml, member: string): unknown[] => (part[member] ?? []) as unknown[];

/** Models and tables of sources, with what a query calls them. */
function partsOf(content: Yaml, { names }: Tools): { part: Yaml; relation: string }[] {
  const models = (listAt(content, 'models') as Yaml[]).map((part) => ({
    part,
    relation: names.ref(String(part['name'])),
  }));
  const sources = (listAt(content, 'sources') as Yaml[]).flatMap((source) =>
    (listAt(source, 'tables') as Yaml[]).map((part) => ({
      part,
      relation: names.source(String(source['name']), String(part['name'])),
    })),
  );
  return [...models, ...sources];
}

function testsOf(content: Yaml, tools: Tools): CompiledTest[] {
  return partsOf(content, tools).flatMap(({ part, relation }) => [
    ...listAt(part, 'data_tests').map((test) => compileTest(test, { model: relation }, tools)),
    ...(listAt(part, 'columns') as Yaml[]).flatMap((column) => {
      const name = tools.render(String(column['name']));
      const column_name = column['quote'] === true ? `"${name}"` : name;
      return listAt(column, 'data_tests').map((test) =>
        compileTest(test, { model: relation, column_name }, tools),
      );
    }),
  ]);
}

function argument(value: unknown, render: Tools['render']): unknown {
  if (typeof value === 'string') return render(call.test(value) ? `{{ ${value} }}` : value);
  return Array.isArray(value) ? value.map((entry) => argument(entry, render)) : value;
}

function compileTest(entry: unknown, place: Yaml, { generic, render }: Tools): CompiledTest {
  const [[name, body] = ['', {}]] =
    typeof entry === 'string' ? [[entry, {}]] : Object.entries(entry as Yaml);
  const { arguments: nested, config, ...beside } = body as Yaml;
  const given = Object.entries({ ...(nested as Yaml), ...beside });
  const all: Yaml = {
    ...place,
    ...Object.fromEntries(given.map(([key, value]) => [key, argument(value, render)])),
  };
  const list = Object.keys(all).map((key) => `${key}=${key}`);
  const sql = templateOf(`${generic}{{ test_${name}(${list.join(', ')}) }}`).render(all);
  const severity = isObject(config) && config['severity'] === 'warn' ? 'warn' : 'error';
  return { name, relation: String(place['model']), severity, sql };
}
