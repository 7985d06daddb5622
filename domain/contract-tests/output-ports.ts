import { objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';

/** The name of an output port: its `id`, else its `name`. */
export function outputPortName(port: JsonObject): string | undefined {
  return textOf(port['id']) ?? textOf(port['name']);
}

/** Id of the contract of an output port: a member of ODPS, or of DPS. */
export function contractOfPort(port: JsonObject): string | undefined {
  return textOf(port['contractId']) ?? textOf(port['dataContractId']);
}

/** The names of a data product's output ports. */
export function outputPortNames(product: JsonObject): string[] {
  return objectsOf(product['outputPorts'])
    .map(outputPortName)
    .filter((name) => name !== undefined);
}

/** The output port with that id, or else with that name, for clients that only know names. */
export function findOutputPort(product: JsonObject, wanted: string): JsonObject | undefined {
  const ports = objectsOf(product['outputPorts']);
  return (
    ports.find((port) => outputPortName(port) === wanted) ??
    ports.find((port) => textOf(port['name']) === wanted)
  );
}

/**
 * True if requests for access to the port are approved automatically: `autoApprove` of the port (DPS), or its
 * custom property (ODPS).
 */
export function approvesByItself(port: JsonObject): boolean {
  const isSet = (value: unknown): boolean => value === true || value === 'true';
  if (isSet(port['autoApprove'])) return true;
  return objectsOf(port['customProperties']).some(
    ({ property, value }) => property === 'autoApprove' && isSet(value),
  );
}
