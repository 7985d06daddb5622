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

const showFailure = ({ message }: Error) => notifications.show({ message, color: 'red' });

/** What one may do with an integration. */
export function IntegrationActions({ integration, etag }: ActionsProps) {
  const { externalId: id, mayEdit, owningTeamName } = integration;
  const [isDeleting, setDeleting] = useState(false);
  if (!mayEdit) {
    const refused = { because: runTexts.notAllowed(owningTeamName) };
    return <WhyNot refused={refused}>{integrationTexts.runNow}</WhyNot>;
  }
  return (
    <>
      <WhyNot refused={undefined} tone="quiet" onClick={() => setDeleting(true)}>
        {integrationTexts.delete}
      </WhyNot>
      <ScheduleSwitch integration={integration} />
      <Link className="button" to="/operate/integrations/$id/edit" params={{ id }}>
        {integrationTexts.edit}
      </Link>
      <RunButton integration={integration} />
      {isDeleting && (
        <Deletion integration={integration} etag={etag} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

type PartProps = Pick<ActionsProps, 'integration'>;

function ScheduleSwitch({ integration: { externalId: id, schedule, enabled } }: PartProps) {
  const toggle = useSwitchSchedule(id);
  if (schedule === null) return null;
  const turn = () =>
    toggle.mutate(enabled ? 'disable' : 'enable', {
      onSuccess: () =>
        notifications.show({
          message: enabled ? integrationTexts.disabled : integrationTexts.enabled,
        }),
      onError: showFailure,
    });
  return (
    <WhyNot refused={undefined} disabled={toggle.isPending} onClick={turn}>
      {enabled ? integrationTexts.disable : integrationTexts.enable}
    </WhyNot>
  );
}

/** Starts a run, or leads to the one that is in progress. */
function RunButton({ integration: { externalId: id, latestRun } }: PartProps) {
  const navigate = useNavigate();
  const start = useStartRun(id, (run) => {
    void navigate({ to: '/operate/integrations/$id/runs/$run', params: { id, run } });
  });
  if (latestRun?.status === 'RUNNING') {
    return (
      <Link
        className="button primary"
        to="/operate/integrations/$id/runs/$run"
        params={{ id, run: latestRun.ingestionRunId }}
      >
        {integrationTexts.see}
      </Link>
    );
  }
  return (
    <WhyNot
      refused={undefined}
      tone="primary"
      disabled={start.isPending}
      onClick={() => start.mutate(undefined, { onError: showFailure })}
    >
      {integrationTexts.runNow}
    </WhyNot>
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
