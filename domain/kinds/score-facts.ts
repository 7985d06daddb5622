import type { JsonObject } from '../../lib/json/json.ts';
import { contractOfPort } from '../contract-tests/output-ports.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import { countDescriptions } from './field-names.ts';

/** What the scores of data products need of a contract, a product, or a team; stored in the head of the document. */
export type ScoreFacts =
  | { fields: number; described: number; fresh: boolean; terms: boolean }
  | { ports: number; boundPorts: number }
  | { members: number };

/** Service levels about the age of data, with the abbreviations of ODCS. */
const freshnessLevels = new Set(['freshness', 'latency', 'frequency', 'ly', 'fy']);

/** The facts of a contract of ODCS or DCS: descriptions, promised freshness, and terms of use. */
export function contractScoreFacts(document: JsonObject): ScoreFacts {
  const levels = objectsOf(document.slaProperties).map(({ property }) => textOf(property));
  const dcsLevels = Object.keys(objectOf(document.servicelevels) ?? {});
  const { usage, limitations } = { ...objectOf(document.terms), ...objectOf(document.description) };
  return {
    ...countDescriptions(document),
    fresh: [...levels, ...dcsLevels].some((level) =>
      freshnessLevels.has(level?.toLowerCase() ?? ''),
    ),
    terms: textOf(usage) !== undefined || textOf(limitations) !== undefined,
  };
}

/** The facts of a data product of ODPS or DPS: its output ports, and how many of them name a contract. */
export function productScoreFacts({ outputPorts }: JsonObject): ScoreFacts {
  const ports = objectsOf(outputPorts);
  const bound = ports.filter((port) => contractOfPort(port) !== undefined);
  return { ports: ports.length, boundPorts: bound.length };
}

/** The facts of a team: the number of its members. */
export function teamScoreFacts({ members }: JsonObject): ScoreFacts {
  return { members: objectsOf(members).length };
}
