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
import { integrationTexts, wizardTexts } from '../../texts/operate/integrations.ts';

const newRoute = getRouteApi('/framed/operate/integrations/new');
const editRoute = getRouteApi('/framed/operate/integrations/$id/edit');
const list = { name: integrationTexts.title, href: '/operate/integrations' };

/** Goes where a save leads: on with the wizard, to the run, or to the integration. */
function useAfterSave(search: WizardSearch) {
  const navigate = useNavigate();
  return ({ id, then, checkId, runId, failure }: Saved): void => {
    const params = { id };
    if (runId !== undefined) {
      const run = {
        to: '/operate/integrations/$id/runs/$run',
        params: { id, run: runId },
      } as const;
      void navigate(run);
      return;
    }
    if (then === 'leave') {
      notifications.show({ message: wizardTexts.saved(id) });
      void navigate({ to: '/operate/integrations/$id/{-$tab}', params });
      return;
    }
    const to = '/operate/integrations/$id/edit';
    const check =
      checkId === undefined || failure !== undefined
        ? {}
        : { [then === 'plan' ? 'plan' : 'test']: checkId };
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
  const search = editRoute.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const stored = useQuery(integrationQuery(id));
  const sources = useQuery(sourcesQuery);
  // A save is what the form begins with from then on.
  const [version, setVersion] = useState(0);
  const afterSave = useAfterSave(search);
  const toPage = () => void navigate({ to: '/operate/integrations/$id/{-$tab}', params: { id } });
  const name = stored.data?.data.name ?? id;
  const href = `/operate/integrations/${encodeURIComponent(id)}`;
  const reload = async () => {
    await queryClient.fetchQuery({ ...integrationQuery(id), staleTime: 0 });
    setVersion((before) => before + 1);
  };
  return (
    <Page
      title={wizardTexts.editTitle(name)}
      crumb={integrationTexts.edit}
      above={[list, { name, href }]}
    >
      <Loaded query={stored} skeleton={<SkeletonLines lines={8} />}>
        {(found) => (
          <Loaded query={sources} skeleton={<SkeletonLines lines={8} />}>
            {(all) => (
              <Wizard
                key={version}
                stored={found}
                sources={all}
                search={search}
                onStep={(step) =>
                  void navigate({
                    to: '/operate/integrations/$id/edit',
                    params: { id },
                    search: { ...search, step },
                  })
                }
                onSaved={(saved) => {
                  setVersion((before) => before + 1);
                  afterSave(saved);
                }}
                onLeave={toPage}
                onReload={() => void reload()}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
