import { canonicalJson } from '../../lib/json/json.ts';
import {
  approvesByItself,
  contractOfPort,
  findOutputPort,
  outputPortName,
  outputPortNames,
} from '../contract-tests/output-ports.ts';
import { quoteNames } from '../validation/quote-names.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';

/** Tasks that read a few facts from the JSON text of a data product. */
export const productExtracts = { findPort, readPortFacts, listPortUses, listPortContracts };

/** The members of an output port that an access request needs. */
export type PortExtract = {
  id: string | undefined;
  name: string | undefined;
  type: string | undefined;
  contractId: string | undefined;
  approvesItself: boolean;
};

/**
 * The output port with that id, else with that name; `known` quotes the ports of the product for an error
 * message.
 */
function findPort(
  product: string,
  wanted: string,
): { port: PortExtract | undefined; known: string | undefined } {
  const document = JSON.parse(product) as JsonObject;
  const port = findOutputPort(document, wanted);
  const extract = port && {
    id: outputPortName(port),
    name: textOf(port['name']),
    type: textOf(port['type']),
    contractId: contractOfPort(port),
    approvesItself: approvesByItself(port),
  };
  return { port: extract, known: quoteNames(outputPortNames(document)) };
}

/** The members of an output port that grants need. */
export type PortFacts = {
  id: string | undefined;
  name: string | undefined;
  /** Type of the port. */
  platform: string | undefined;
  /**
   * The server of the port as JSON texts, as written and canonical: a custom property in ODPS, a member in DPS.
   * It may be large, so API processes never parse it.
   */
  server: { written: string; canonical: string } | undefined;
};

/** The output ports that have one of these names or ids. */
function readPortFacts(product: string, wanted: readonly string[]): PortFacts[] {
  const names = new Set(wanted);
  const isWanted = (text: string | undefined): boolean => text !== undefined && names.has(text);
  return objectsOf((JSON.parse(product) as JsonObject)['outputPorts'])
    .filter((port) => isWanted(outputPortName(port)) || isWanted(textOf(port['name'])))
    .map((port) => ({
      id: outputPortName(port),
      name: textOf(port['name']),
      platform: textOf(port['type']),
      server: textsOf(serverOf(port)),
    }));
}

function serverOf(port: JsonObject): unknown {
  const property = objectsOf(port['customProperties']).find(
    (each) => each['property'] === 'server',
  );
  return property?.['value'] ?? port['server'];
}

function textsOf(value: unknown): PortFacts['server'] {
  if (value === undefined) return undefined;
  return { written: JSON.stringify(value), canonical: canonicalJson(value) };
}

/** An output port with the contract that its assets must match. */
export type PortUse = { outputPortId: string; dataContractId: string; assetIds: string[] };

/** Output ports with a contract, each with the given assets that it names. */
function listPortUses(product: string, assetIds: readonly string[]): PortUse[] {
  const known = new Set(assetIds);
  return objectsOf((JSON.parse(product) as JsonObject)['outputPorts']).flatMap((port) => {
    const [outputPortId, dataContractId] = [outputPortName(port), contractOfPort(port)];
    if (outputPortId === undefined || dataContractId === undefined) return [];
    const listed = port['assets'];
    const named = (Array.isArray(listed) ? listed : [])
      .map((entry: unknown) => textOf(objectOf(entry)?.['id'] ?? entry))
      .filter((id) => id !== undefined && known.has(id)) as string[];
    return [{ outputPortId, dataContractId, assetIds: named }];
  });
}

/** An output port with its contract; a port with several versions has several entries. */
export type PortContract = {
  outputPortId: string;
  name: string | undefined;
  type: string | undefined;
  version: string | undefined;
  dataContractId: string | undefined;
};

/** The output ports of a product, in its order. */
function listPortContracts(product: string): PortContract[] {
  return objectsOf((JSON.parse(product) as JsonObject)['outputPorts']).flatMap((port) => {
    const outputPortId = outputPortName(port);
    if (outputPortId === undefined) return [];
    const [name, type, version] = [port['name'], port['type'], port['version']].map(textOf);
    return [{ outputPortId, name, type, version, dataContractId: contractOfPort(port) }];
  });
}
