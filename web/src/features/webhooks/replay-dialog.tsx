import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { Field } from '../../components/controls/field.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { Count } from '../../components/data/values.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { eventName } from '../../texts/event-names.ts';
import { replayTexts } from '../../texts/operate/webhooks.ts';
import { usePlanReplay, useStartReplay } from './changes.ts';
import type { ReplayRequest } from './changes.ts';
import { typesIn } from './facts.ts';
import type { ReplayPlan } from './queries.ts';
import './webhooks.css';

type ReplayDialogProps = { webhookId: string; onClose: () => void; onStarted: () => void };

type Form = { fromDay: string; fromTime: string; toDay: string; toTime: string; types: string };

const emptyForm: Form = { fromDay: '', fromTime: '00:00', toDay: '', toTime: '00:00', types: '' };

const instantOf = (day: string, time: string): string =>
  new Date(`${day}T${time || '00:00'}`).toISOString();

function requestOf({ fromDay, fromTime, toDay, toTime, types }: Form): ReplayRequest {
  const wanted = typesIn(types);
  return {
    from: instantOf(fromDay, fromTime),
    ...(toDay !== '' && { to: instantOf(toDay, toTime) }),
    ...(wanted.length > 0 && { types: wanted }),
  };
}

/** Sends events again: they are counted first, and exactly that many are sent. */
export function ReplayDialog({ webhookId, onClose, onStarted }: ReplayDialogProps) {
  const [form, setForm] = useState(emptyForm);
  const { key, renew } = useIdempotencyKey();
  const plan = usePlanReplay(webhookId);
  const start = useStartReplay(webhookId);
  const { data: planned } = plan;
  const change = () => {
    plan.reset();
    start.reset();
    renew();
  };
  const submit = () => {
    if (planned === undefined) {
      plan.mutate(requestOf(form));
      return;
    }
    const body = { ...requestOf(form), expectedCount: planned.count };
    start.mutate({ body, key }, { onSuccess: onStarted });
  };
  return (
    <FormDialog
      title={replayTexts.startTitle(webhookId)}
      action={planned === undefined ? replayTexts.count : replayTexts.send(planned.count)}
      isIncomplete={form.fromDay === '' || planned?.count === 0}
      isPending={plan.isPending || start.isPending}
      error={plan.error ?? start.error}
      onClose={onClose}
      onSubmit={submit}
    >
      {planned === undefined ? (
        <ReplayFields form={form} error={plan.error} onChange={setForm} />
      ) : (
        <Plan plan={planned} onChange={change} />
      )}
    </FormDialog>
  );
}

type ReplayFieldsProps = { form: Form; error: Error | null; onChange: (form: Form) => void };

function ReplayFields(props: ReplayFieldsProps) {
  const { form, error, onChange } = props;
  return (
    <>
      <p className="small soft">{replayTexts.lead}</p>
      <WhenFields {...props} />
      <Field
        label={replayTexts.types}
        hint={replayTexts.typesHint}
        problem={violationAt(error, 'types') ?? violationAt(error, 'types/0')}
      >
        {(control) => (
          <textarea
            {...control}
            className="input mono"
            rows={2}
            value={form.types}
            onChange={({ target }) => onChange({ ...form, types: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** The first and the last moment, each as a day with a time. */
function WhenFields({ form, error, onChange }: ReplayFieldsProps) {
  const set = (name: keyof Form) => (value: string) => onChange({ ...form, [name]: value });
  const { fromDay, fromTime, toDay, toTime, fromHint, toHint } = replayTexts;
  return (
    <div className="when-fields">
      <TextField
        label={fromDay}
        hint={fromHint}
        problem={violationAt(error, 'from')}
        type="date"
        isFirst
        value={form.fromDay}
        onChange={set('fromDay')}
      />
      <TextField label={fromTime} type="time" value={form.fromTime} onChange={set('fromTime')} />
      <TextField
        label={toDay}
        hint={toHint}
        problem={violationAt(error, 'to')}
        type="date"
        value={form.toDay}
        onChange={set('toDay')}
      />
      <TextField label={toTime} type="time" value={form.toTime} onChange={set('toTime')} />
    </div>
  );
}

function Plan({ plan: { count, types }, onChange }: { plan: ReplayPlan; onChange: () => void }) {
  return (
    <div className="stack" role="status">
      <p className="medium">{replayTexts.counted(count)}</p>
      {types.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{replayTexts.type}</th>
              <th scope="col" className="number">
                {replayTexts.events}
              </th>
            </tr>
          </thead>
          <tbody>
            {types.map((each) => (
              <tr key={each.type}>
                <td>{eventName(each.type)}</td>
                <td className="number">
                  <Count value={each.count} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <Button compact onClick={onChange}>
          {replayTexts.change}
        </Button>
      </div>
    </div>
  );
}
