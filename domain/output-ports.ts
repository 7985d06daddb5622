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

/** The output port of that id, else that name: clients that know no ids use names. */
export function findOutputPort(product: JsonObject, wanted: string): JsonObject | undefined {
  const ports = objectsOf(product['outputPorts']);
  return (
    ports.find((port) => outputPortName(port) === wanted) ??
    ports.find((port) => textOf(port['name']) === wanted)
  );
}

/** Whether whoever asks for the port gets it: `autoApprove` of the port (DPS), or its custom property (ODPS). */
export function approvesByItself(port: JsonObject): boolean {
  const isSet = (value: unknown): boolean => value === true || value === 'true';
  if (isSet(port['autoApprove'])) return true;
  return objectsOf(port['customProperties']).some(
    ({ property, value }) => property === 'autoApprove' && isSet(value),
  );
}
