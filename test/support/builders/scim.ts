import type { TestAnswer, TestApi } from '../http/api.ts';

/** Sends a request to the SCIM interface, with the content type of its standard. */
export function scim(
  api: TestApi,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const type = { 'content-type': 'application/scim+json', ...headers };
  const options = body === undefined ? { headers } : { body, headers: type };
  return api.send(method, `/api/scim/v2${path}`, options);
}

/** A user with this address. */
export function scimUser(email: string): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: email,
    ...(email.includes('@') && { emails: [{ value: email, type: 'work', primary: true }] }),
  };
}

/** A PATCH with these operations. */
export function patchOf(...operations: object[]): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: operations,
  };
}
