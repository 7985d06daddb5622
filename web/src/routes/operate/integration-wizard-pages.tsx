import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import type { Saved } from '../../features/integrations/form/use-wizard.ts';
import type { WizardSearch, WizardStep } from '../../features/integrations/form/wizard-search.ts';
import { Wizard } from '../../features/integrations/form/wizard.tsx';
import '../../features/integrations/integrations.css';
import { integrationQuery, sourcesQuery } from '../../features/integrations/queries.ts';
import type { AssetSource } from '../../features/integrations/queries.ts';
import { integrationTexts, wizardTexts } from '../../texts/operate/integrations.ts';

const newRoute = getRouteApi('/framed/operate/integrations/new');
const editRoute = getRouteApi('/framed/operate/integrations/$id/edit');
const list = { name: integrationTexts.title, href: '/operate/integrations' };

/** Goes where a save leads: on with the wizard, to the run, or to the integration. */
function useAfterSave(search: WizardSearch) {
  const navigate = useNavigate();
  return ({ id, after, checkId, runId, failure }: Saved): void => {
    const params = { id };
    if (runId !== undefined) {
      const run = {
        to: '/operate/integrations/$id/runs/$run',
        params: { id, run: runId },
      } as const;
      void navigate(run);
      return;
    }
    if (after === 'leave') {
      notifications.show({ message: wizardTexts.saved(id) });
      void navigate({ to: '/operate/integrations/$id/{-$tab}', params });
      return;
    }
    const to = '/operate/integrations/$id/edit';
    const check =
      checkId === undefined || failure !== undefined
        ? {}
        : { [after === 'plan' ? 'plan' : 'test']: checkId };
    void navigate({ to, params, search: { ...search, ...check }, replace: true });
  };
}

/** An integration that begins with nothing. */
export function NewIntegrationPage() {
  const search = newRoute.useSearch();
  const navigate = useNavigate();
  const sources = useQuery(sourcesQuery);
  const afterSave = useAfterSave(search);
  const go = (step: WizardStep) =>
    void navigate({ to: '/operate/integrations/new', search: { step } });
  return (
    <Page title={wizardTexts.newTitle} above={[list]}>
      <Loaded query={sources} skeleton={<SkeletonLines lines={8} />}>
        {(all) => (
          <Wizard
            stored={undefined}
            sources={all}
            search={search}
            onStep={go}
            onSaved={afterSave}
            onLeave={() => void navigate({ to: '/operate/integrations' })}
            onReload={() => undefined}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** An integration that is stored already. */
export function EditIntegrationPage() {
  const { id } = editRoute.useParams();
  const stored = useQuery(integrationQuery(id));
  const sources = useQuery(sourcesQuery);
  const name = stored.data?.data.name ?? id;
  const isFresh = stored.data?.data.latestRun === null && !stored.data.data.enabled;
  const href = `/operate/integrations/${encodeURIComponent(id)}`;
  return (
    <Page
      title={isFresh ? wizardTexts.setUpTitle(name) : wizardTexts.editTitle(name)}
      crumb={isFresh ? wizardTexts.setUp : integrationTexts.edit}
      above={[list, { name, href }]}
    >
      <Loaded query={stored} skeleton={<SkeletonLines lines={8} />}>
        {() => (
          <Loaded query={sources} skeleton={<SkeletonLines lines={8} />}>
            {(all) => <Editing id={id} sources={all} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

type EditingProps = { id: string; sources: readonly AssetSource[] };

/** The wizard begins again with each save. */
function Editing({ id, sources }: EditingProps) {
  // Read here, so that the wizard which begins again has what was just saved.
  const stored = useQuery(integrationQuery(id)).data;
  const search = editRoute.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [version, setVersion] = useState(0);
  const afterSave = useAfterSave(search);
  const begin = () => setVersion((before) => before + 1);
  const go = (step: WizardStep) =>
    void navigate({
      to: '/operate/integrations/$id/edit',
      params: { id },
      search: { ...search, step },
    });
  const reload = async () => {
    await queryClient.fetchQuery({ ...integrationQuery(id), staleTime: 0 });
    begin();
  };
  return (
    <Wizard
      key={version}
      stored={stored}
      sources={sources}
      search={search}
      onStep={go}
      onSaved={(saved) => {
        begin();
        afterSave(saved);
      }}
      onLeave={() => void navigate({ to: '/operate/integrations/$id/{-$tab}', params: { id } })}
      onReload={() => void reload()}
    />
  );
}
