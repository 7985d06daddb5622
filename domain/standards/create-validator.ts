import type { Violation } from '../errors.ts';
import { createSchemaCheck } from './check-schema.ts';
import type { Formats, SchemaCheck } from './check-schema.ts';
import type { Schema } from './json-schema.ts';
import { objectOf } from './json-value.ts';
import type { JsonObject } from './json-value.ts';

/** A standard whose documents identify themselves by `kind` and `apiVersion`. */
export type Standard<Line extends string> = {
  /** Short name for messages, e.g. `ODCS`. */
  name: string;
  /** Value of `kind`. */
  kind: string;
  /** Name in messages, e.g. `data contract`. */
  title: string;
  /** Values of `apiVersion`, oldest first. */
  versions: readonly string[];
  /** The form of a version's documents; undefined for unsupported versions. */
  lineOf: (apiVersion: unknown) => Line | undefined;
  schemaOf: (line: Line) => Schema;
  /** Values of `format` that only this standard defines. */
  formats?: Formats;
};

/** The validator of a standard's documents. */
export type Validator = ((document: unknown) => Violation[]) & {
  /** The checks of every version. */
  checks: () => SchemaCheck[];
};

/**
 * Creates the validator of a standard's documents: violations by the version that the document declares; empty
 * when it is valid. At most twenty readable violations, followed by the newest version by which the document
 * would be valid.
 */
export function createValidator<Line extends string>(standard: Standard<Line>): Validator {
  const checkOf = checkPerLine(standard);
  const validate = (value: unknown): Violation[] => {
    const document = objectOf(value);
    if (document === undefined)
      return [{ field: '', message: `the ${standard.title} must be an object` }];
    const markers = markerViolations(standard, document);
    const line = standard.lineOf(document['apiVersion']);
    if (markers.length > 0 || line === undefined) return markers;
    const violations = checkOf(line).violations(document);
    if (violations.length === 0) return [];
    const fitting = standard.versions.findLast((version) => {
      const other = standard.lineOf(version);
      return other !== undefined && other !== line && checkOf(other).accepts(document);
    });
    return fitting === undefined ? violations : [...violations, hintAt(fitting)];
  };
  const checks = (): SchemaCheck[] => {
    const lines = standard.versions.map((version) => standard.lineOf(version));
    return [...new Set(lines)].filter((line) => line !== undefined).map((line) => checkOf(line));
  };
  return Object.assign(validate, { checks });
}

function hintAt(version: string): Violation {
  return { field: 'apiVersion', message: `may be changed: the document is valid as ${version}` };
}

function checkPerLine<Line extends string>({
  name,
  schemaOf,
  formats,
}: Standard<Line>): (line: Line) => SchemaCheck {
  const checks = new Map<Line, SchemaCheck>();
  return (line) => {
    const known = checks.get(line) ?? createSchemaCheck(name, () => schemaOf(line), formats);
    checks.set(line, known);
    return known;
  };
}

function markerViolations<Line extends string>(
  { kind, versions, lineOf }: Standard<Line>,
  document: JsonObject,
): Violation[] {
  const violations: Violation[] = [];
  if (document['kind'] !== kind) violations.push({ field: 'kind', message: `must be ${kind}` });
  if (lineOf(document['apiVersion']) === undefined) {
    violations.push({ field: 'apiVersion', message: `must be one of ${versions.join(', ')}` });
  }
  return violations;
}
