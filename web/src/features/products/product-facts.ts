import type { components } from '../../api/schema.d.ts';
import { shortName } from '../../lib/text/plain-text.ts';

type Document = components['schemas']['DataProduct'];
type Members = Readonly<Record<string, unknown>>;

/** An output port of a data product. */
export type Port = {
  id: string;
  /** What people call it; references use the id. */
  name: string;
  version: string | undefined;
  type: string | undefined;
  description: string | undefined;
  contractId: string | undefined;
};

/** What a data product reads. */
export type InputPort = { name: string; contractId: string | undefined };

/** A data product, as the pages show it. */
export type ProductFacts = {
  id: string;
  name: string;
  status: string | undefined;
  version: string | undefined;
  ownerId: string | undefined;
  domain: string | undefined;
  tags: readonly string[];
  purpose: string | undefined;
  usage: string | undefined;
  limitations: string | undefined;
  ports: readonly Port[];
  inputs: readonly InputPort[];
  links: readonly { name: string; url: string }[];
};

const textAt = (members: Members, name: string): string | undefined => {
  const value = members[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

const membersAt = (members: Members, name: string): Members => {
  const value = members[name];
  return typeof value === 'object' && value !== null ? (value as Members) : {};
};

const listAt = (members: Members, name: string): readonly Members[] => {
  const value = members[name];
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is Members => typeof each === 'object' && each !== null);
};

/** Reads a document of the Open Data Product Standard; older ones come converted. */
export function productFacts(document: Document): ProductFacts {
  const members: Members = document;
  const description = membersAt(members, 'description');
  const tags = members['tags'];
  return {
    id: document.id,
    name: shortName(textAt(members, 'name') ?? document.id),
    status: textAt(members, 'status'),
    version: textAt(members, 'version'),
    ownerId: textAt(membersAt(members, 'team'), 'name'),
    domain: textAt(members, 'domain'),
    tags: Array.isArray(tags) ? tags.map(String) : [],
    purpose: textAt(description, 'purpose') ?? textAt(members, 'description'),
    usage: textAt(description, 'usage'),
    limitations: textAt(description, 'limitations'),
    ports: listAt(members, 'outputPorts').map(portFacts),
    inputs: listAt(members, 'inputPorts').map(inputFacts),
    links: listAt(members, 'authoritativeDefinitions').flatMap(linkFacts),
  };
}

function portFacts(port: Members): Port {
  const custom = listAt(port, 'customProperties');
  const displayName = custom.find(({ property }) => property === 'displayName')?.['value'];
  const id = textAt(port, 'name') ?? '';
  return {
    id,
    name: typeof displayName === 'string' ? displayName : id,
    version: textAt(port, 'version'),
    type: textAt(port, 'type'),
    description: textAt(port, 'description'),
    contractId: textAt(port, 'contractId'),
  };
}

function inputFacts(port: Members): InputPort {
  return { name: textAt(port, 'name') ?? '', contractId: textAt(port, 'contractId') };
}

/** Only links to the web: anything else in a document stays text. */
function linkFacts(link: Members): readonly { name: string; url: string }[] {
  const url = textAt(link, 'url');
  if (url === undefined || !/^https?:\/\//iu.test(url)) return [];
  return [{ name: textAt(link, 'type') ?? url, url }];
}
