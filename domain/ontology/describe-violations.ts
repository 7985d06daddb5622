import type { NamedViolation } from './name-findings.ts';
import type { OntologyViolation } from './parse-ontology.ts';

/** The first of some violations of a text of ours as a clause, and how many more there are. */
export function describeViolations(violations: readonly NamedViolation[]): string {
  const [first, ...others] = violations;
  if (!first) return 'the document is not valid';
  return describeViolation(first) + andMore(others.length);
}

/** The same of a text that somebody sent, with line and column. */
export function locateViolations(violations: readonly OntologyViolation[]): string {
  const [first, ...others] = violations;
  if (!first) return 'the document is not valid';
  const where = `, at line ${first.line}, column ${first.column}`;
  return describeViolation(first) + where + andMore(others.length);
}

function describeViolation({ field, message }: NamedViolation): string {
  return `${field || 'the document'} ${message}`;
}

const andMore = (count: number): string => (count > 0 ? ` (and ${count} more)` : '');
