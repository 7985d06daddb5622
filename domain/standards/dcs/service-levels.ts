import { objectOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { SlaProperty } from '../odcs/contract-model.ts';
import { elementsOf } from '../odcs/normalise-sla.ts';

function slaProperty(property: string, value: unknown, element: unknown): SlaProperty {
  return {
    id: undefined,
    property,
    value: typeof value === 'number' ? value : textOf(value),
    unit: undefined,
    description: undefined,
    elements: elementsOf(element),
  };
}

/**
 * Members of `servicelevels` that are measured on data. Unlike in ODCS, latency is measured between two
 * columns, so it gets no element: its check names the level and is not evaluated.
 */
const levels: Readonly<Record<string, (level: JsonObject) => SlaProperty | undefined>> = {
  freshness: (level) => slaProperty('freshness', level['threshold'], level['timestampField']),
  latency: (level) => slaProperty('latency', level['threshold'], undefined),
  retention: (level) =>
    level['unlimited'] === true
      ? undefined
      : slaProperty('retention', level['period'], level['timestampField']),
  frequency: (level) => slaProperty('frequency', level['interval'], level['timestampField']),
};

/**
 * `servicelevels` of DCS in ODCS form, without levels that cannot be measured on data (availability, support,
 * backup).
 */
export function normaliseServiceLevels(value: unknown): SlaProperty[] {
  const written = objectOf(value) ?? {};
  return Object.entries(levels).flatMap(([name, read]) => {
    const level = objectOf(written[name]);
    const property = level && read(level);
    return property === undefined ? [] : [property];
  });
}
