import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { Field } from '../../components/controls/field.tsx';
import { CheckField, TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { eventPatterns } from '../../texts/operate/events.ts';
import { webhookFormTexts } from '../../texts/operate/webhooks.ts';
import { usePutWebhook } from './changes.ts';
import { hostOf, typesIn } from './facts.ts';
import type { Webhook } from './queries.ts';
import { NewSecret } from './new-secret.tsx';

type WebhookFormProps = {
  /** The webhook that is changed; none makes a new one. */
  webhook?: Webhook;
  onClose: () => void;
  /** The id of a new webhook, once its secret is stored. */
  onCreated?: (id: string) => void;
};

const oftenUsed = [
  { type: '*', name: webhookFormTexts.everything },
  ...Object.entries(eventPatterns).map(([type, name]) => ({ type, name })),
];

/** What is typed. The stored address may be a secret: it is not shown, and stays unless another one is typed. */
type Form = { id: string; url: string; events: string; enabled: boolean };

const formOf = (webhook: Webhook | undefined): Form => ({
  id: webhook?.id ?? '',
  url: '',
  events: webhook?.events.join('\n') ?? '',
  enabled: webhook?.enabled ?? true,
});

/** Creates or changes a webhook; a new one shows its secret once. */
export function WebhookDialog({ webhook, onClose, onCreated }: WebhookFormProps) {
  const put = usePutWebhook();
  const [form, setForm] = useState(() => formOf(webhook));
  if (put.data !== undefined) {
    return (
      <NewSecret
        title={webhookFormTexts.createdTitle(form.id)}
        {...put.data}
        onStored={() => onCreated?.(form.id)}
      />
    );
  }
  const { url: typed, ...others } = form;
  const address = typed.trim() === '' ? {} : { url: typed.trim() };
  const isKept = webhook !== undefined && webhook.url !== null;
  const events = typesIn(form.events);
  const submit = () =>
    put.mutate(
      { ...others, ...address, id: form.id.trim(), events },
      {
        onSuccess: (created) => {
          if (created === undefined) onClose();
        },
      },
    );
  return (
    <FormDialog
      title={
        webhook === undefined ? webhookFormTexts.newTitle : webhookFormTexts.editTitle(webhook.id)
      }
      action={webhook === undefined ? webhookFormTexts.create : webhookFormTexts.save}
      isIncomplete={
        form.id.trim() === '' || (typed.trim() === '' && !isKept) || events.length === 0
      }
      isPending={put.isPending}
      error={put.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <FormFields {...{ webhook, form, error: put.error }} onChange={setForm} />
    </FormDialog>
  );
}

type FormFieldsProps = {
  webhook: Webhook | undefined;
  form: Form;
  error: Error | null;
  onChange: (form: Form) => void;
};

function FormFields({ webhook, form, error, onChange }: FormFieldsProps) {
  const isNew = webhook === undefined;
  return (
    <>
      {isNew && (
        <TextField
          label={webhookFormTexts.id}
          hint={webhookFormTexts.idHint}
          problem={violationAt(error, 'id')}
          isFirst
          isMono
          value={form.id}
          onChange={(id) => onChange({ ...form, id })}
        />
      )}
      <TextField
        label={webhookFormTexts.url}
        hint={isNew ? webhookFormTexts.urlHint : webhookFormTexts.urlKept(hostOf(webhook.url))}
        problem={violationAt(error, 'url')}
        isMono
        value={form.url}
        onChange={(url) => onChange({ ...form, url })}
      />
      <EventsField
        value={form.events}
        problem={violationAt(error, 'events') ?? violationAt(error, 'events/0')}
        onChange={(events) => onChange({ ...form, events })}
      />
      <CheckField
        label={webhookFormTexts.enabled}
        checked={form.enabled}
        onChange={(enabled) => onChange({ ...form, enabled })}
      />
    </>
  );
}

type EventsFieldProps = {
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
};

function EventsField({ value, problem, onChange }: EventsFieldProps) {
  const types = typesIn(value);
  const toggle = (type: string) =>
    onChange(
      (types.includes(type) ? types.filter((each) => each !== type) : [...types, type]).join('\n'),
    );
  return (
    <>
      <Field label={webhookFormTexts.events} hint={webhookFormTexts.eventsHint} problem={problem}>
        {(control) => (
          <textarea
            {...control}
            className="input mono"
            rows={4}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <div className="pills" role="group" aria-label={webhookFormTexts.kinds}>
        {oftenUsed.map(({ type, name }) => (
          <button
            key={type}
            type="button"
            className="pill"
            aria-pressed={types.includes(type)}
            onClick={() => toggle(type)}
          >
            {name}
          </button>
        ))}
      </div>
    </>
  );
}
