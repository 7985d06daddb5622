import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { oneLine } from '../../notifications/plain-text.ts';
import { validateWith } from '../../validation/validation.ts';
import { emailAddress } from '../../organizations/members.ts';
import { refuseScim } from '../protocol/refuse-scim.ts';
import type { ResourceType } from '../schemas/resource-types.ts';

/** Columns that follow from the attributes of a resource. */
export type Identity = {
  /** The unique name in lower case. */
  nameKey: string;
  externalId: string | undefined;
  /** Address of a user in lower case, which identifies the person in the organization. */
  email: string | undefined;
  isActive: boolean;
};

const maxNameLength = 1_000;

/** Refuses with `invalidValue` names and external ids that are too long for an index, and addresses that are none. */
export function identityOf(type: ResourceType, resource: JsonObject): Identity {
  const name = resource[type.nameAttribute] as string;
  const externalId = resource['externalId'] as string | undefined;
  for (const [path, text] of [
    [type.nameAttribute, name],
    ['externalId', externalId ?? ''],
  ] as const) {
    if (text.length <= maxNameLength) continue;
    refuseScim('invalidValue', `'${path}' is longer than ${maxNameLength} characters.`);
  }
  const email = type.kind === 'User' ? emailOf(resource) : undefined;
  const isActive = resource['active'] !== false;
  return { nameKey: name.toLowerCase(), externalId, email, isActive };
}

/** Entries of teams allow 200 characters; a longer name ends with an ellipsis. */
const maxShownLength = 199;

/** The name under which people know a user; undefined if the provider has sent none. */
export function shownNameOf({ displayName, name }: JsonObject): string | undefined {
  const { formatted, givenName, familyName } = isObject(name) ? name : {};
  const lineOf = (text: Json | undefined): string =>
    typeof text === 'string' ? oneLine(text, maxShownLength) : '';
  const full = [givenName, familyName].map(lineOf).join(' ');
  return [displayName, formatted, full].map(lineOf).find((text) => text !== '');
}

/** The primary address, else the first one for work, else the first one, else the user name if it is an address. */
function emailOf({ emails, userName }: JsonObject): string | undefined {
  const list = (Array.isArray(emails) ? emails : []).filter(
    (each): each is JsonObject & { value: string } =>
      isObject(each) && typeof each['value'] === 'string',
  );
  const chosen =
    list.find(({ primary }) => primary === true) ??
    list.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
    list[0];
  if (chosen === undefined) return isAddress(userName) ? userName.toLowerCase() : undefined;
  if (isAddress(chosen.value)) return chosen.value.toLowerCase();
  return refuseScim('invalidValue', `'emails' has a value that is no e-mail address.`);
}

function isAddress(text: unknown): text is string {
  return validateWith(emailAddress, text).length === 0;
}
