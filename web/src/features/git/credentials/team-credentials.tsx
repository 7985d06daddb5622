import { useRefusal } from '../../permissions/refusal.ts';
import { CredentialList } from './credential-list.tsx';

/** The Git credentials of a team, for those who may edit it. */
export function TeamCredentials({ teamId }: { teamId: string }) {
  const refused = useRefusal('TEAM_EDIT', `teams/${teamId}`, true);
  return <CredentialList owner={teamId} refused={refused} />;
}
