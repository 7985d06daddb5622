import { stringify } from 'yaml';
import { locateFields, yamlToJson } from './parse.mjs';
import type { YamlAnswer, YamlPosition, YamlProblem } from './parse.mjs';

export type { YamlProblem };

/** Depth 64 as for JSON; a document needs few aliases, an alias bomb needs many. */
const limits = { maxDepth: 64, maxAliases: 100 };

/**
 * Converts untrusted YAML into JSON text, or describes what is wrong and where; never throws on any input. Adversarial text takes
 * about 10 ms per 16 kB, so longer texts belong in a task.
 */
export function parseYaml(text: string): YamlAnswer {
  return yamlToJson(text, limits);
}

/** Locating in longer texts takes seconds. */
const locatedUpToCharacters = 256 * 1024;

/**
 * Line and column of the members with these paths (`schema[0].name`) in a YAML text that was accepted before, or of the innermost
 * object or list around a missing one; empty if that would take too long.
 */
export function locateInYaml(text: string, fields: readonly string[]): readonly YamlPosition[] {
  return text.length > locatedUpToCharacters ? [] : locateFields(text, fields);
}

/** Writes a JSON value as YAML in its key order; strings that a YAML 1.1 parser would misread are quoted. */
export function writeYaml(value: unknown): string {
  return stringify(value, {
    version: '1.2',
    lineWidth: 0,
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
}
