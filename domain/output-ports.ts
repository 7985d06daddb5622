import { objectsOf, textOf } from './standards/json-value.ts';
import type { JsonObject } from './standards/json-value.ts';

/** What the output ports of a data product are called: the `id` of each, else its `name` (decisions §3). */
export function outputPortNames(product: JsonObject): string[] {
  return objectsOf(product['outputPorts'])
    .map((port) => textOf(port['id']) ?? textOf(port['name']))
    .filter((name) => name !== undefined);
}
