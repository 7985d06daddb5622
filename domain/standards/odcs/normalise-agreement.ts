import { objectOf, objectsOf, scalarOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type {
  AccessRole,
  AuthoritativeDefinition,
  Price,
  SupportChannel,
  TeamMember,
} from './agreement-model.ts';
import type { ContractModel } from './contract-model.ts';

/** Parts of a contract that do not describe data: its team, support, roles and price. */
export type Agreement = Pick<
  ContractModel,
  | 'teamMembers'
  | 'tenant'
  | 'domain'
  | 'dataProduct'
  | 'support'
  | 'roles'
  | 'price'
  | 'authoritativeDefinitions'
>;

function membersOf(contract: JsonObject): TeamMember[] {
  const team = objectOf(contract['team'])?.['members'] ?? contract['team'];
  return objectsOf(team ?? contract['stakeholders']).map((member) => ({
    username: textOf(member['username']),
    name: textOf(member['name']),
    role: textOf(member['role']),
    description: textOf(member['description']) ?? textOf(member['comment']),
  }));
}

function supportOf(list: unknown): SupportChannel[] {
  return objectsOf(list).flatMap((entry) => {
    const url = textOf(entry['url']) ?? textOf(entry['invitationUrl']);
    const channel = textOf(entry['channel']) ?? url;
    if (channel === undefined) return [];
    return {
      channel,
      url,
      tool: textOf(entry['tool']),
      scope: textOf(entry['scope']),
      description: textOf(entry['description']),
    };
  });
}

const approvers = ['firstLevelApprovers', 'secondLevelApprovers'];

function rolesOf(list: unknown): AccessRole[] {
  return objectsOf(list).flatMap((entry) => {
    const role = textOf(entry['role']);
    if (role === undefined) return [];
    return {
      role,
      access: textOf(entry['access']),
      approvers: approvers.flatMap((member) => textOf(entry[member]) ?? []),
      description: textOf(entry['description']),
    };
  });
}

function priceOf(value: unknown): Price | undefined {
  const price = objectOf(value) ?? {};
  const amount = scalarOf(price['priceAmount']);
  if (amount === undefined || amount === '' || typeof amount === 'boolean') return undefined;
  return { amount, currency: textOf(price['priceCurrency']), unit: textOf(price['priceUnit']) };
}

function definitionsOf(list: unknown): AuthoritativeDefinition[] {
  return objectsOf(list).flatMap((entry) => {
    const url = textOf(entry['url']);
    if (url === undefined) return [];
    return { type: textOf(entry['type']) ?? '', url, description: textOf(entry['description']) };
  });
}

/** The organizational parts of an ODCS contract of any version. */
export function agreementOf(contract: JsonObject): Agreement {
  const description = objectOf(contract['description']);
  return {
    teamMembers: membersOf(contract),
    tenant: textOf(contract['tenant']),
    domain: textOf(contract['domain']),
    dataProduct: textOf(contract['dataProduct']),
    support: supportOf(contract['support']),
    roles: rolesOf(contract['roles']),
    price: priceOf(contract['price']),
    authoritativeDefinitions: [
      ...definitionsOf(contract['authoritativeDefinitions']),
      ...definitionsOf(description?.['authoritativeDefinitions']),
    ],
  };
}

/** The organizational parts of a DCS document, which has one contact. */
export function agreementOfDcs(contract: JsonObject): Agreement {
  const contact = objectOf(objectOf(contract['info'])?.['contact']) ?? {};
  const email = textOf(contact['email']);
  const url = textOf(contact['url']) ?? (email === undefined ? undefined : `mailto:${email}`);
  const channel = textOf(contact['name']) ?? email ?? url;
  const support = { channel, url, tool: undefined, scope: undefined, description: undefined };
  return {
    ...agreementOf({}),
    support: channel === undefined ? [] : [{ ...support, channel }],
  };
}
