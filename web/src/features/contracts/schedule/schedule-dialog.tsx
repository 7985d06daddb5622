import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConflictDialog } from '../../../components/dialogs/conflict-dialog.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { nextRuns } from '../../../lib/next-runs.ts';
import { useNow } from '../../../lib/now.ts';
import { cronSentence } from '../../../texts/contracts/cron-sentence.ts';
import { scheduleTexts } from '../../../texts/contracts/schedule.ts';
import type { Model } from '../queries.ts';
import { cronOf, frequencyOf } from './frequency.ts';
import { ownScheduleOf } from './own-schedule.ts';
import type { OwnSchedule, Times } from './own-schedule.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import type { ScheduleForm } from './schedule-fields.tsx';
import { sourceQuery, useSaveSchedule } from './use-save-schedule.ts';
import type { Source } from './use-save-schedule.ts';

type DialogProps = { model: Model; onClose: () => void };

/** Sets or removes the times at which a contract is tested; the rest of its text stays as it is. */
export function ScheduleDialog({ model, onClose }: DialogProps) {
  const source = useQuery({ ...sourceQuery(model.id), staleTime: 0 });
  const [base, setBase] = useState<Source>();
  // Typing goes on from the text with which it began.
  if (base === undefined && source.data !== undefined && !source.isFetching) setBase(source.data);
  if (base !== undefined) return <Filled {...{ model, onClose, base }} />;
  return (
    <FormDialog
      title={scheduleTexts.title}
      action={scheduleTexts.save}
      isIncomplete
      isPending={false}
      error={null}
      onClose={onClose}
      onSubmit={onClose}
    >
      {source.error === null ? (
        <SkeletonLines lines={4} />
      ) : (
        <ErrorState error={source.error} onRetry={() => void source.refetch()} />
      )}
    </FormDialog>
  );
}

const newCron = '0 6 * * *';
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function formOf({ times, servers }: OwnSchedule, all: readonly string[]): ScheduleForm {
  const isOwn = times.mode === 'own';
  return {
    mode: times.mode,
    frequency: frequencyOf(isOwn ? times.cron : newCron),
    timezone: isOwn ? times.timezone : browserZone(),
    servers: servers.length === 0 ? all : servers,
  };
}

function scheduleOf({ mode, frequency, timezone, servers }: ScheduleForm, all: readonly string[]) {
  const times: Times = mode === 'own' ? { mode, cron: cronOf(frequency), timezone } : { mode };
  const isEach = all.every((server) => servers.includes(server));
  return { times, servers: isEach ? [] : servers } satisfies OwnSchedule;
}

function Filled({ model, onClose, base }: DialogProps & { base: Source }) {
  const all = model.servers.map(({ server }) => server);
  const [form, setForm] = useState(() => formOf(ownScheduleOf(base.text), all));
  const saving = useSaveSchedule(model.id, onClose);
  const now = useNow();
  const mine = scheduleOf(form, all);
  const { times } = mine;
  const runs = times.mode === 'own' ? nextRuns(times.cron, times.timezone, 3, now) : [];
  const isWrong = times.mode === 'own' && runs.length === 0;
  const isEmpty = all.length > 0 && form.mode !== 'off' && form.servers.length === 0;
  if (saving.meeting !== undefined) {
    return (
      <ConflictDialog
        conflicts={saving.meeting.conflicts}
        fields={conflictFields}
        onClose={saving.leave}
        onChoose={saving.choose}
      />
    );
  }
  return (
    <FormDialog
      title={scheduleTexts.title}
      action={scheduleTexts.save}
      isIncomplete={isWrong || isEmpty}
      isPending={saving.isPending}
      error={saving.error}
      onClose={onClose}
      onSubmit={() => saving.mutate({ base, mine })}
    >
      <ScheduleFields
        form={form}
        servers={all}
        runs={runs}
        problems={{ cron: isWrong, servers: isEmpty }}
        onChange={(change) => setForm({ ...form, ...change })}
      />
    </FormDialog>
  );
}

const conflictFields = {
  times: {
    label: scheduleTexts.conflictTimes,
    textOf: (value: unknown) => timesText(value as Times),
  },
  servers: {
    label: scheduleTexts.conflictServers,
    textOf: (value: unknown) => (value as string[]).join(', ') || scheduleTexts.allServers,
  },
};

function timesText(times: Times): string {
  if (times.mode !== 'own') return scheduleTexts.modes[times.mode];
  return `${cronSentence(times.cron)} (${times.timezone})`;
}
