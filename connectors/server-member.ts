import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';

/** The text in a member of a server; undefined where there is none, or an empty one. */
export function textMember(server: ContractServer, member: string): string | undefined {
  const value = server[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
