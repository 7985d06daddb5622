import { objectsOf, textOf } from './standards/json-value.ts';
import type { JsonObject } from './standards/json-value.ts';

/** What an output port is called: its `id`, else its `name` (decisions §3). */
export function outputPortName(port: JsonObject): string | undefined {
  return textOf(port['id']) ?? textOf(port['name']);
}

/** What the output ports of a data product are called. */
export function outputPortNames(product: JsonObject): string[] {
  return objectsOf(product['outputPorts'])
    .map(outputPortName)
    .filter((name) => name !== undefined);
}
