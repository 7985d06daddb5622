import { yamlText } from '../../shapes/text/yaml-text.ts';
import type { YamlValue } from '../../shapes/text/yaml-text.ts';

/** Text that dbt evaluates as a call in the arguments of tests, even without braces around it. */
const call = /^(\s*)(env_var|ref|var|source|doc)(?=\s*\()/;

/** A text that dbt's templates print unchanged. */
export function jinjaText(text: string): string {
  const opened = text.replaceAll(/\{(?=[{%#]|$)/g, "{{ '{' }}");
  // Some template parsers reject the end of a comment that never began.
  const braces = opened.replaceAll('#}', "#{{ '}' }}");
  return braces.replace(call, (_, blank: string, name: string) => `${blank}{{ '${name}' }}`);
}

/** A part of a YAML file that dbt is meant to evaluate. */
export type Jinja = { readonly jinja: string };

/** The content of a dbt YAML file: every text stays a text, except `Jinja`. */
export type DbtValue =
  | string
  | number
  | boolean
  | Jinja
  | readonly DbtValue[]
  | { readonly [name: string]: DbtValue | undefined };

function asYaml(value: DbtValue): YamlValue {
  if (typeof value === 'string') return jinjaText(value);
  if (typeof value !== 'object') return value;
  if (isList(value)) return value.map(asYaml);
  if (isJinja(value)) return value.jinja;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, asYaml(member as DbtValue)]));
}

const isList = (value: object): value is readonly DbtValue[] => Array.isArray(value);

const isJinja = (value: object): value is Jinja =>
  'jinja' in value && typeof value.jinja === 'string';

/** The text of one of dbt's YAML files. */
export function dbtYaml(content: { readonly [name: string]: DbtValue | undefined }): string {
  return yamlText(asYaml(content) as { [name: string]: YamlValue });
}

/** A text as comments of SQL, one for each line, in a template. */
export function commentLines(text: string): string[] {
  const lines = text.split(/[\n\r\u0085\u2028\u2029\v\f]+/).map((line) =>
    // A trailing backslash would continue the comment on the next line.
    jinjaText(
      line
        .replaceAll(/\p{C}/gu, ' ')
        .slice(0, 500)
        .replace(/[\s\\]+$/, ''),
    ),
  );
  return lines.filter((line) => line !== '').map((line) => `-- ${line}`);
}
