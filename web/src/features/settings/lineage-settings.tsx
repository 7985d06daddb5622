import { useQuery } from '@tanstack/react-query';
import { CodeView } from '../../components/documents/code-view.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { textProblemsOf } from '../../components/yaml/text-problems.ts';
import { YamlEditor } from '../../components/yaml/yaml-editor.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { usePutLineageRules } from './changes.ts';
import { lineageRulesQuery } from './queries.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

const example = `rules:
  - namespace: postgres://db.example.com:*
    name: shop.public.*
    assetId: warehouse:{name}`;

/** The rules that connect names of pipelines with the catalog. */
export function LineageSettings({ settings }: { settings: PageSettings }) {
  const rules = useQuery(lineageRulesQuery);
  return (
    <Loaded query={rules}>
      {(source) => <RulesForm source={source} mayChange={settings.may.change} />}
    </Loaded>
  );
}

function RulesForm({ source, mayChange }: { source: string; mayChange: boolean }) {
  const put = usePutLineageRules();
  const { form, isChanged, change, forget } = useForm({ text: source });
  return (
    <SettingCard
      title={settingTexts.lineage}
      lead={settingTexts.lineageLead}
      isChanged={isChanged}
      mayChange={mayChange}
      isPending={put.isPending}
      error={put.error}
      onSave={() => put.mutate(form.text, { onSuccess: forget })}
      onDiscard={forget}
    >
      <p className="small soft">{settingTexts.lineageKeys}</p>
      <CodeView text={example} name={settingTexts.lineageExample} />
      <div className="setting-text">
        <YamlEditor
          label={settingTexts.lineageText}
          value={form.text}
          onChange={(text) => change({ text })}
          problems={textProblemsOf(put.error)}
          isReadOnly={!mayChange}
        />
      </div>
    </SettingCard>
  );
}
