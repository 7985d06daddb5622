import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

const yamlNames = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];
const jsonNames = ['application/json', 'application/x-ndjson'];
const htmlNames = ['text/html', 'application/xhtml+xml'];

/** True if `Accept` prefers YAML to JSON. */
export function prefersYaml(header: (name: string) => string | undefined): boolean {
  return prefers(header, yamlNames, jsonNames);
}

/** True if `Accept` prefers JSON to YAML. */
export function prefersJson(header: (name: string) => string | undefined): boolean {
  return prefers(header, jsonNames, yamlNames);
}

/** True if `Accept` prefers a web page to JSON and YAML. */
export function prefersHtml(header: (name: string) => string | undefined): boolean {
  return prefers(header, htmlNames, [...yamlNames, 'application/json']);
}

/** Compares only types that `Accept` names: a wildcard is no request for YAML or a page. */
function prefers(
  header: (name: string) => string | undefined,
  names: readonly string[],
  others: readonly string[],
): boolean {
  const accept = header('accept')?.toLowerCase();
  // Without arguments it lists all types, the most preferred first.
  const accepted = accepts({ headers: { accept } } as IncomingMessage).types() as string[];
  const first = accepted.find((type) => names.includes(type) || others.includes(type));
  return first !== undefined && names.includes(first);
}
