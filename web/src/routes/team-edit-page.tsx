import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Page } from '../components/page.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { SkeletonLines } from '../components/states/skeleton.tsx';
import { TeamEditor } from '../features/team-form/team-editor.tsx';
import { teamTextQuery } from '../features/team-form/use-team-edit.ts';
import { teamQuery } from '../features/teams/queries.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { teamFormTexts, teamTexts } from '../texts/teams/teams.ts';

const route = getRouteApi('/framed/teams/$id/edit');

/** What a team says of itself, as a form. */
export function TeamEditPage() {
  const { id } = route.useParams();
  return <KnownTeam key={id} id={id} />;
}

function KnownTeam({ id }: { id: string }) {
  const stored = useQuery({ ...teamTextQuery(id), refetchOnWindowFocus: false });
  const name = useQuery(teamQuery(id)).data?.name ?? id;
  const navigate = useNavigate();
  const path = `/api/teams/${encodeURIComponent(id)}`;
  useCopySource(path, `${path}/team.yaml`);
  return (
    <Page
      title={teamFormTexts.title(name)}
      crumb={teamFormTexts.crumb}
      above={[
        { name: teamTexts.title, href: '/teams' },
        { name, href: `/teams/${encodeURIComponent(id)}` },
      ]}
      lead={teamFormTexts.lead}
      beside={<IdChip id={id} />}
    >
      <Loaded query={stored} skeleton={<SkeletonLines lines={12} />}>
        {(read) => (
          <TeamEditor
            id={id}
            stored={read}
            onLeave={() => void navigate({ to: '/teams/$id/{-$tab}', params: { id } })}
          />
        )}
      </Loaded>
    </Page>
  );
}
