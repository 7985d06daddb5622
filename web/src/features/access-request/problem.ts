import { violationAt } from '../../api/problem.ts';

/** What the server says about a member, which has another place in the body of a dry run. */
export function problemOf(error: Error | null, member: string): string | undefined {
  const said = violationAt(error, member) ?? violationAt(error, `info.${member}`);
  return said === undefined ? undefined : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
