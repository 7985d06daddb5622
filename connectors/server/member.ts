import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';

/** The text of a member of a server; undefined when it is missing or empty. */
export function textMember(server: ContractServer, member: string): string | undefined {
  const value = server[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
