import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DangerDialog } from '../../../components/dialogs/danger-dialog.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { integrationTexts } from '../../../texts/operate/integrations.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import { useDeleteIntegration, useStartRun, useSwitchSchedule } from '../changes.ts';
import type { EditableIntegration } from '../queries.ts';

type ActionsProps = { integration: EditableIntegration; etag: string | undefined };

/** What one may do with an integration. */
export function IntegrationActions({ integration, etag }: ActionsProps) {
  const { externalId: id, mayEdit, owningTeamName, latestRun, schedule, enabled } = integration;
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const see = (run: string) =>
    void navigate({ to: '/operate/integrations/$id/runs/$run', params: { id, run } });
  const start = useStartRun(id, see);
  const toggle = useSwitchSchedule(id);
  const refused = mayEdit ? undefined : { because: runTexts.notAllowed(owningTeamName) };
  const isRunning = latestRun?.status === 'RUNNING';
  const turn = () =>
    toggle.mutate(enabled ? 'disable' : 'enable', {
      onSuccess: () =>
        notifications.show({
          message: enabled ? integrationTexts.disabled : integrationTexts.enabled,
        }),
      onError: ({ message }) => notifications.show({ message, color: 'red' }),
    });
  if (refused !== undefined) return <WhyNot refused={refused}>{integrationTexts.runNow}</WhyNot>;
  return (
    <>
      <WhyNot refused={undefined} tone="quiet" onClick={() => setDeleting(true)}>
        {integrationTexts.delete}
      </WhyNot>
      {schedule !== null && (
        <WhyNot refused={undefined} disabled={toggle.isPending} onClick={turn}>
          {enabled ? integrationTexts.disable : integrationTexts.enable}
        </WhyNot>
      )}
      <Link className="button" to="/operate/integrations/$id/edit" params={{ id }}>
        {integrationTexts.edit}
      </Link>
      {isRunning ? (
        <Link
          className="button primary"
          to="/operate/integrations/$id/runs/$run"
          params={{ id, run: latestRun.ingestionRunId }}
        >
          {integrationTexts.see}
        </Link>
      ) : (
        <WhyNot
          refused={undefined}
          tone="primary"
          disabled={start.isPending}
          onClick={() =>
            start.mutate(undefined, {
              onError: ({ message }) => notifications.show({ message, color: 'red' }),
            })
          }
        >
          {integrationTexts.runNow}
        </WhyNot>
      )}
      {isDeleting && (
        <Deletion integration={integration} etag={etag} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

function Deletion({ integration, etag, onClose }: ActionsProps & { onClose: () => void }) {
  const { externalId: id, name } = integration;
  const navigate = useNavigate();
  const remove = useDeleteIntegration(id, () => {
    notifications.show({ message: integrationTexts.deleted(name) });
    void navigate({ to: '/operate/integrations' });
  });
  return (
    <DangerDialog
      isOpen
      title={integrationTexts.deleteTitle(name)}
      name={name}
      action={integrationTexts.deleteAction}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(etag)}
    >
      {integrationTexts.deleteDetail}
    </DangerDialog>
  );
}
