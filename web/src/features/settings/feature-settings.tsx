import { Link } from '@tanstack/react-router';
import { violationAt } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/controls/text-field.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { usePutFeatures } from './changes.ts';
import { featuresToWrite } from './features-to-write.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

type Props = { settings: PageSettings };

const tagChoices = Object.entries(settingTexts.tagChoices).map(([value, name]) => ({
  value,
  name,
}));

const agentChoices = [
  { value: 'on', name: settingTexts.agentsOn },
  { value: 'off', name: settingTexts.agentsOff },
];

/** What the organization allows and switches on. */
export function FeatureSettings({ settings: { features, warnings, may } }: Props) {
  const put = usePutFeatures();
  const { form, isChanged, change, forget } = useForm({
    managedTagsPolicy: features.managedTagsPolicy,
    agentsEnabled: features.agentsEnabled !== false,
    agentLimit: features.agentMessagesPerMinute?.toString() ?? '',
  });
  const save = () => {
    const { agentLimit, ...others } = form;
    const agentMessagesPerMinute = agentLimit === '' ? null : Number(agentLimit);
    const written = featuresToWrite(features, { ...others, agentMessagesPerMinute });
    put.mutate(written, { onSuccess: forget });
  };
  return (
    <SettingCard
      title={settingTexts.featureTitle}
      isChanged={isChanged}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={save}
      onDiscard={forget}
    >
      {warnings.map((warning) => (
        <p key={warning} className="note warn">
          {warning}
        </p>
      ))}
      <SelectField
        label={settingTexts.tags}
        hint={settingTexts.tagsHint}
        problem={violationAt(put.error, 'managedTagsPolicy')}
        options={tagChoices}
        value={form.managedTagsPolicy}
        onChange={(managedTagsPolicy) => change({ managedTagsPolicy })}
      />
      <AgentFields form={form} change={change} error={put.error} />
      <FixedFeatures features={features} />
    </SettingCard>
  );
}

type AgentForm = { agentsEnabled: boolean; agentLimit: string };
type AgentFieldsProps = {
  form: AgentForm;
  change: (next: Partial<AgentForm>) => void;
  error: Error | null;
};

/** The switch and the limit of agents. */
function AgentFields({ form, change, error }: AgentFieldsProps) {
  return (
    <>
      <SelectField
        label={settingTexts.agents}
        hint={settingTexts.agentsHint}
        problem={violationAt(error, 'agentsEnabled')}
        options={agentChoices}
        value={form.agentsEnabled ? 'on' : 'off'}
        onChange={(choice) => change({ agentsEnabled: choice === 'on' })}
      />
      {form.agentsEnabled && (
        <TextField
          label={settingTexts.agentLimit}
          hint={settingTexts.agentLimitHint}
          problem={violationAt(error, 'agentMessagesPerMinute')}
          type="number"
          value={form.agentLimit}
          onChange={(agentLimit) => change({ agentLimit })}
        />
      )}
    </>
  );
}

/** What is decided elsewhere. */
function FixedFeatures({ features }: Pick<PageSettings, 'features'>) {
  return (
    <dl className="details">
      <dt>{settingTexts.changes}</dt>
      <dd>{settingTexts.changesDirect}</dd>
      <dt>{settingTexts.roles}</dt>
      <dd>
        {features.customTeamRolesEnabled === true
          ? settingTexts.rolesOwn
          : settingTexts.rolesBuiltIn}{' '}
        <Link className="link" to="/organization/roles">
          {settingTexts.rolesLink}
        </Link>
      </dd>
    </dl>
  );
}
