import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus, violationAt } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Field } from '../../../components/controls/field.tsx';
import { NoteInput } from '../../../components/controls/note-input.tsx';
import { EffectsPreview } from '../../../components/dialogs/effects-preview.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { dayText } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { endTexts, reassessTexts } from '../../../texts/studio/consumers.ts';
import { consumerOf } from '../../access/facts.ts';
import { accessQuery } from '../../access/queries.ts';
import type { Access } from '../../access/queries.ts';
import { endPreviewQuery, useEnd, useReassess } from './queries.ts';

type DialogProps = { id: string; onClose: () => void };
type FormProps = { access: Access; etag: string | undefined; onClose: () => void };

const dayMs = 86_400_000;
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** In a year, or with the end of the access if it ends before. */
function proposedDay(now: Date, end: string | undefined): string {
  const nextYear = dayOf(new Date(now.getTime() + 365 * dayMs));
  return end !== undefined && end < nextYear ? end : nextYear;
}

/** Decides that an access goes on, and when it is looked at again. */
export function ReassessDialog({ id, onEnd, ...dialog }: DialogProps & { onEnd: () => void }) {
  const access = useQuery(accessQuery(id));
  const title = access.data === undefined ? '' : reassessTexts.title(consumerOf(access.data.data));
  return (
    <Modal opened onClose={dialog.onClose} title={title} withCloseButton={false}>
      <Loaded query={access} skeleton={<SkeletonLines lines={4} />}>
        {({ data, etag }) => <ReassessForm access={data} etag={etag} onEnd={onEnd} {...dialog} />}
      </Loaded>
    </Modal>
  );
}

function ReassessForm({ access, etag, onClose, onEnd }: FormProps & { onEnd: () => void }) {
  const now = useNow();
  const reassess = useReassess();
  const end = access.info.endDate?.slice(0, 10);
  const [date, setDate] = useState(() => proposedDay(now, end));
  const isAfterEnd = end !== undefined && date > end;
  const shownEnd = end === undefined ? undefined : dayText(new Date(end), now, 'UTC');
  const save = () =>
    reassess.mutate(
      { access, etag, date },
      {
        onSuccess: () => {
          const message = reassessTexts.saved(dayText(new Date(date), now, 'UTC'), shownEnd);
          notifications.show({ message });
          onClose();
        },
      },
    );
  return (
    <div className="stack">
      <p className="soft">{reassessTexts.detail(shownEnd)}</p>
      <DateField
        planned={access.info.nextReassessmentDate ?? ''}
        problem={
          isAfterEnd && shownEnd !== undefined
            ? reassessTexts.afterEnd(shownEnd)
            : violationAt(reassess.error, 'info.nextReassessmentDate')
        }
        end={end}
        date={date}
        onChange={setDate}
      />
      <SendProblem error={reassess.error} changed={reassessTexts.changed} />
      <div className="row wrap">
        <Button onClick={onClose}>{reassessTexts.keep}</Button>
        <Button tone="quiet" onClick={onEnd}>
          {reassessTexts.endInstead}
        </Button>
        <Button
          tone="primary"
          className="push"
          disabled={reassess.isPending || date === '' || isAfterEnd}
          onClick={save}
        >
          {reassessTexts.save}
        </Button>
      </div>
    </div>
  );
}

type DateFieldProps = {
  /** The day that is planned now; empty without one. */
  planned: string;
  problem: string | undefined;
  /** Last day that can be chosen. */
  end: string | undefined;
  date: string;
  onChange: (date: string) => void;
};

function DateField({ planned, problem, end, date, onChange }: DateFieldProps) {
  const now = useNow();
  const { never, planned: plannedFor } = reassessTexts;
  const hint = planned === '' ? never : plannedFor(dayText(new Date(planned), now, 'UTC'));
  return (
    <Field label={reassessTexts.date} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="date"
          max={end}
          value={date}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** A change that met another one: the access is read again, and what was typed stays. */
function SendProblem({ error, changed }: { error: Error | null; changed: string }) {
  if (error === null) return null;
  if (!isStatus(error, 412)) return <ProblemNote error={error} />;
  return (
    <div className="note warn" role="alert">
      {changed}
    </div>
  );
}

/** Ends an access now, after it has said what that leads to. */
export function EndDialog({ id, onClose }: DialogProps) {
  const access = useQuery(accessQuery(id));
  const title = access.data === undefined ? '' : endTexts.title(consumerOf(access.data.data));
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false}>
      <Loaded query={access} skeleton={<SkeletonLines lines={4} />}>
        {({ data, etag }) => <EndForm access={data} etag={etag} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

function EndForm({ access, etag, onClose }: FormProps) {
  const id = access.id ?? '';
  const end = useEnd();
  const preview = useQuery(endPreviewQuery(id, etag));
  const [note, setNote] = useState('');
  const confirm = () =>
    end.mutate(
      { id, etag, note },
      {
        onSuccess: () => {
          notifications.show({ message: endTexts.ended });
          onClose();
        },
      },
    );
  return (
    <div className="stack">
      <Loaded query={preview} skeleton={<SkeletonLines lines={2} />}>
        {(effects) => <EffectsPreview effects={effects.filter((each) => each.public)} />}
      </Loaded>
      <NoteInput label={endTexts.note} note={note} onChange={setNote} />
      <SendProblem error={end.error} changed={endTexts.changed} />
      <div className="row">
        <Button onClick={onClose}>{endTexts.keep}</Button>
        <Button
          tone="danger"
          className="push"
          disabled={end.isPending || preview.data === undefined}
          onClick={confirm}
        >
          {endTexts.end}
        </Button>
      </div>
    </div>
  );
}
