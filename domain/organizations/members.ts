import { Type } from '@sinclair/typebox';
import { refuse } from '../errors.ts';
import { validateWith } from '../validation/validation.ts';

export const organizationRoles = ['Member', 'Owner'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/** A person of the organization; the e-mail address, in lower case, is their identity. */
export type OrganizationMember = {
  email: string;
  role: OrganizationRole;
  custom: Record<string, string>;
  /** True if an identity provider writes the person over SCIM. */
  isProvisioned?: boolean;
};

/** An e-mail address of a person. */
export const emailAddress = Type.String({ format: 'email', maxLength: 254 });

/**
 * The identity of a person: the address in lower case. Refuses with `invalid_id` texts that are no e-mail
 * address.
 */
export function checkEmailAddress(text: string): string {
  if (validateWith(emailAddress, text).length > 0) {
    refuse('invalid_id', `'${text.slice(0, 254)}' is not an e-mail address.`);
  }
  return text.toLowerCase();
}
