import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fieldTexts } from '../../../texts/contracts/contract.ts';
import { useMe } from '../../session/queries.ts';
import { teamQuery } from '../../teams/queries.ts';
import { editPermissionQuery } from '../../permissions/edit-permission.ts';
import type { Model } from '../queries.ts';

/** Writes to the Owners of the contract's team about a field; nothing for a team without Owners, and for its own members. */
export function AskTeam({ model: { id, name }, field }: { model: Model; field: string }) {
  const me = useMe();
  const ownerId = useQuery(editPermissionQuery('datacontracts', id)).data?.path[0];
  const team = useQuery(teamQuery(ownerId)).data;
  const owners = (team?.members ?? []).filter(({ role }) => role === 'Owner');
  const isMember = me?.teams.some((own) => own.id === ownerId) ?? true;
  if (team === undefined || isMember || owners.length === 0) return null;
  const to = owners.map(({ emailAddress }) => encodeURIComponent(emailAddress)).join(',');
  const words = { subject: fieldTexts.askSubject(name, field), body: location.href };
  const query = Object.entries(words).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  return (
    <a className="button compact" href={`mailto:${to}?${query.join('&')}`}>
      <IconMessage size={14} stroke={1.75} aria-hidden />
      {fieldTexts.ask(team.name)}
    </a>
  );
}
