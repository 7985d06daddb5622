import type { OntologyViolation } from './parse-ontology.ts';

/** The first of some violations as a clause, and how many more there are; without places, which nobody knows in a text of ours. */
export function describeViolations(violations: readonly OntologyViolation[]): string {
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

function describeViolation({ field, message }: OntologyViolation): string {
  return `${field || 'the document'} ${message}`;
}

const andMore = (count: number): string => (count > 0 ? ` (and ${count} more)` : '');
