import type { RdfFormat, RdfGraph, RdfProblem } from './rdf.ts';

export type RdfLimits = {
  triples: number;
  prefixes: number;
  nesting: number;
  depth: number;
  elements: number;
  contextMembers: number;
};
/**
 * Terms are written as their kind (`<`, `_`, `@language`, `^datatype`) and their value; triples are indexes into the list of
 * terms.
 */
export type RdfReading =
  | { problem: RdfProblem }
  | (Omit<RdfGraph, 'triples'> & { problem?: undefined; terms: string[]; triples: number[] });
export function readRdf(request: {
  text: string;
  format: RdfFormat;
  baseIri: string | undefined;
  limits: RdfLimits;
}): Promise<RdfReading>;
