import { CodeView } from '../../components/documents/code-view.tsx';
import { textProblemsOf } from '../../components/yaml/text-problems.ts';
import { YamlEditor } from '../../components/yaml/yaml-editor.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { usePutCustomization } from './changes.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

const example = `dataProduct:
  customFilters:
    - displayName: Region
      customField: region`;

/** The text that tells programs how to show documents. */
export function CustomizationSettings({ settings }: { settings: PageSettings }) {
  const { customization, may } = settings;
  const put = usePutCustomization();
  const { form, isChanged, change, forget } = useForm({ text: customization.source });
  return (
    <SettingCard
      title={settingTexts.customization}
      lead={settingTexts.customizationLead}
      isChanged={isChanged}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={() => put.mutate(form.text, { onSuccess: forget })}
      onDiscard={forget}
    >
      <p className="small soft">{settingTexts.customizationKeys}</p>
      <CodeView text={example} name={settingTexts.customizationExample} />
      <div className="setting-text">
        <YamlEditor
          label={settingTexts.customizationText}
          value={form.text}
          onChange={(text) => change({ text })}
          problems={textProblemsOf(put.error)}
          isReadOnly={!may.change}
        />
      </div>
    </SettingCard>
  );
}
