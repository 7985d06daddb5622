import { objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { SlaProperty } from './contract-model.ts';

/** Abbreviations of the standard. */
const synonyms: Readonly<Record<string, string>> = {
  av: 'availability',
  th: 'throughput',
  er: 'errorrate',
  ga: 'generalavailability',
  es: 'endofsupport',
  el: 'endoflife',
  re: 'retention',
  fy: 'frequency',
  ly: 'latency',
  td: 'timetodetect',
  tn: 'timetonotify',
  tr: 'timetorepair',
};

function nameOf(written: string): string {
  const name = written.trim().toLowerCase();
  return Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name;
}

/** The `table.column` texts of `element` (2.2: `column`), which may be a comma-separated list. */
export function elementsOf(element: unknown): string[] {
  const texts = Array.isArray(element) ? element : [element];
  return texts
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function valueOf(value: unknown): string | number | undefined {
  return typeof value === 'number' ? value : textOf(value);
}

function slaPropertyOf(entry: JsonObject): SlaProperty | undefined {
  const property = textOf(entry['property']);
  if (property === undefined) return undefined;
  return {
    id: textOf(entry['id']),
    property: nameOf(property),
    value: valueOf(entry['value']),
    unit: textOf(entry['unit']),
    description: textOf(entry['description']),
    elements: elementsOf(entry['element'] ?? entry['column']),
  };
}

/** `slaProperties` of any version, in their order, without entries that lack a property. */
export function normaliseSla(list: unknown): SlaProperty[] {
  return objectsOf(list)
    .map(slaPropertyOf)
    .filter((property) => property !== undefined);
}
