import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import type { DocumentTexts } from '../documents/add-owner.ts';
import { contentOf } from '../documents/read-document.ts';
import type { DocumentAddress, DocumentContent } from '../documents/read-document.ts';
import { spliceJson, spliceYaml } from '../documents/splice-texts.ts';

/**
 * The content of a data product whose output ports carry a new version of a contract; ports without a version stay. Undefined if
 * no port changes.
 */
export function setPortVersions(
  { body, source }: DocumentTexts,
  { contractId, version }: { contractId: string; version: string },
  address: DocumentAddress,
): Omit<DocumentContent, 'document'> | undefined {
  const before = JSON.parse(body) as JsonObject;
  const ports = before['outputPorts'];
  if (!Array.isArray(ports)) return undefined;
  const outputPorts = ports.map((port) => withVersion(port, contractId, version));
  if (outputPorts.every((port, index) => port === ports[index])) return undefined;
  const document = { ...before, outputPorts };
  const { document: _, ...content } = contentOf(
    {
      document,
      body: spliceJson(body, before, document),
      source: source === undefined ? undefined : spliceYaml(source, document),
      rewritten: false,
    },
    address,
  );
  return content;
}

function withVersion(port: Json, contractId: string, version: string): Json {
  if (!isObject(port) || Array.isArray(port)) return port;
  const named = port['contractId'] ?? port['dataContractId'];
  const isSet = typeof port['version'] !== 'string' || port['version'] === version;
  return named !== contractId || isSet ? port : { ...port, version };
}
