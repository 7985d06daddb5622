import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { CheckField, SelectField, TextField } from '../../components/controls/text-field.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { mailSettingTexts as texts } from '../../texts/organization/catalog-settings.ts';
import { usePreviewTemplate, usePutTemplates } from './changes.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

type Templates = PageSettings['emailTemplates']['templates'];
type Template = Templates[string];

const isOwn = ({ languages }: Template): boolean => languages.en?.customized === true;

/** The words of the mails to teams, one type of mail at a time. */
export function MailSettings({ settings: { emailTemplates, may } }: { settings: PageSettings }) {
  const { templates } = emailTemplates;
  const [type = '', setType] = useState(Object.keys(templates)[0]);
  const template = templates[type];
  const options = Object.entries(templates).map(([value, each]) => {
    const name = texts.types[value] ?? value;
    return { value, name: isOwn(each) ? texts.own(name) : name };
  });
  if (template === undefined) return null;
  return (
    <div className="stack">
      <SelectField label={texts.type} options={options} value={type} onChange={setType} />
      <TemplateForm
        key={type}
        type={type}
        template={template}
        templates={templates}
        mayChange={may.change}
      />
    </div>
  );
}

/** A type of mail as it is sent; without languages, its text is as built in. */
type Changed = {
  enabled: boolean;
  languages?: Record<string, { subject: string; body: string }>;
};

type TemplateFormProps = {
  type: string;
  template: Template;
  templates: Templates;
  mayChange: boolean;
};

/** A PUT replaces all types, so that it has those of the others, too. */
function TemplateForm({ type, template, templates, mayChange }: TemplateFormProps) {
  const put = usePutTemplates();
  const preview = usePreviewTemplate();
  const { subject = '', body = '' } = template.languages.en ?? {};
  const { enabled } = template;
  const { form, isChanged, change, forget } = useForm({ enabled, subject, body });
  const save = (changed: Changed) =>
    put.mutate({ templates: { ...templates, [type]: changed } }, { onSuccess: forget });
  const text = { subject: form.subject, body: form.body };
  const field = `templates.${type}.languages.en`;
  return (
    <SettingCard
      title={texts.types[type] ?? type}
      lead={texts.lead}
      isChanged={isChanged}
      mayChange={mayChange}
      isPending={put.isPending}
      error={put.error ?? preview.error}
      onSave={() => save({ enabled: form.enabled, languages: { en: text } })}
      onDiscard={forget}
      beside={
        <>
          <Button onClick={() => preview.mutate({ type, ...text })}>{texts.preview}</Button>
          {isOwn(template) && mayChange && (
            <Button onClick={() => save({ enabled: form.enabled })}>{texts.reset}</Button>
          )}
        </>
      }
    >
      <TemplateFields
        template={template}
        field={field}
        error={put.error}
        form={form}
        onChange={change}
      />
      {preview.data !== undefined && (
        <CodeView
          name={texts.previewOf}
          text={`${texts.subject}: ${preview.data.subject}\n\n${preview.data.text}`}
        />
      )}
    </SettingCard>
  );
}

type TemplateFieldsProps = {
  template: Template;
  /** Path of the text in errors. */
  field: string;
  error: Error | null;
  form: { enabled: boolean; subject: string; body: string };
  onChange: (next: { enabled?: boolean; subject?: string; body?: string }) => void;
};

function TemplateFields({ template, field, error, form, onChange }: TemplateFieldsProps) {
  const { canBeDisabled, variables } = template;
  return (
    <>
      {canBeDisabled ? (
        <CheckField
          label={texts.enabled}
          checked={form.enabled}
          onChange={(isOn) => onChange({ enabled: isOn })}
        />
      ) : (
        <p className="small soft">{texts.always}</p>
      )}
      <TextField
        label={texts.subject}
        problem={violationAt(error, `${field}.subject`)}
        value={form.subject}
        onChange={(next) => onChange({ subject: next })}
      />
      <Field label={texts.body} hint={texts.bodyHint} problem={violationAt(error, `${field}.body`)}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={10}
            value={form.body}
            onChange={({ target }) => onChange({ body: target.value })}
          />
        )}
      </Field>
      <Placeholders variables={variables} />
    </>
  );
}

function Placeholders({ variables }: { variables: Template['variables'] }) {
  return (
    <p className="small soft">
      {texts.placeholders}:{' '}
      {variables.map(({ name, optional }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{`{{${name}}}`}</code>
          {optional && ` (${texts.optional})`}
        </span>
      ))}
    </p>
  );
}
