import { isObject } from '../../../lib/json/json.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { isAddress } from '../address-template.ts';
import { isDps } from '../versions.ts';

/**
 * Converts a document of the deprecated Data Product Specification to ODPS 1.0.0; documents of ODPS stay unchanged. A valid
 * document loses nothing, and its result is valid:
 *
 * - `info.title`, `description`, `owner`, `domain`, `status` → `name`, `description.purpose`, `team.name`, `domain`,
 *   `status`, which ODPS requires (`draft` by default); `info.archetype` → custom property `type`;
 * - the `id` of a port → its `name`, because references use it, and its `name` → custom property `displayName`;
 *   `dataContractId` → `contractId`;
 * - `version` of ports and `contractId` of input ports, which ODPS requires and DPS does not have, are empty;
 * - `links` → `authoritativeDefinitions` of that type; links without an absolute address → custom property `links`;
 * - `custom` and every other member → custom properties of the same name, with their JSON type.
 */
export function toOdps(document: JsonObject): JsonObject {
  if (!isDps(document)) return document;
  const { dataProductSpecification: _marker, id, info, tags, ...others } = document;
  const { inputPorts, outputPorts, links, custom, ...unnamed } = others;
  const { title, description, owner, domain, status, archetype, ...unnamedInfo } = objectIn(info);
  return present({
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id,
    name: title,
    status: status ?? 'draft',
    domain,
    description: description === undefined ? undefined : { purpose: description },
    tags,
    ...annotations(links, [
      ...entries({ type: archetype, ...unnamedInfo }),
      ...entries(objectIn(custom)),
      ...entries(unnamed),
    ]),
    inputPorts: listIn(inputPorts)?.map(inputPort),
    outputPorts: listIn(outputPorts)?.map(outputPort),
    team: { name: owner },
  }) as JsonObject;
}

function outputPort(port: Members): Members {
  const { id, name, description, type, dataContractId, tags, links, custom, ...unnamed } = port;
  return present({
    name: id,
    version: '',
    description,
    type,
    contractId: dataContractId,
    tags,
    ...annotations(links, [
      ...entries({ displayName: name, ...unnamed }),
      ...entries(objectIn(custom)),
    ]),
  });
}

/** Input ports of ODPS have neither a description nor a type. */
function inputPort(port: Members): Members {
  const { id, name, tags, links, custom, ...unnamed } = port;
  return present({
    name: id,
    version: '',
    contractId: '',
    tags,
    ...annotations(links, [
      ...entries({ displayName: name, ...unnamed }),
      ...entries(objectIn(custom)),
    ]),
  });
}

type Members = Record<string, unknown>;

function annotations(links: unknown, properties: readonly Members[]): Members {
  const all = Object.entries(objectIn(links));
  const addresses = all.filter(([, url]) => isAddressText(url));
  const others = all.filter(([, url]) => !isAddressText(url));
  const customProperties = [
    ...properties,
    ...(others.length > 0 ? entries({ links: Object.fromEntries(others) }) : []),
  ];
  return {
    authoritativeDefinitions:
      addresses.length > 0 ? addresses.map(([type, url]) => ({ type, url })) : undefined,
    customProperties: customProperties.length > 0 ? customProperties : undefined,
  };
}

const isAddressText = (value: unknown): boolean => typeof value === 'string' && isAddress(value);

/** Custom properties of the members that are present. */
function entries(members: Members): Members[] {
  return Object.entries(members).flatMap(([property, value]) =>
    value === undefined ? [] : [{ property, value }],
  );
}

function objectIn(value: unknown): Members {
  return isObject(value) ? value : {};
}

function listIn(value: unknown): Members[] | undefined {
  return Array.isArray(value) ? value.map(objectIn) : undefined;
}

/** Removes undefined members. */
function present(members: Members): Members {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there);
}
