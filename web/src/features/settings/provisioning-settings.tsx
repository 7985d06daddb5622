import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { textProblemsOf } from '../../components/yaml/text-problems.ts';
import { YamlEditor } from '../../components/yaml/yaml-editor.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { usePreviewMapping, usePutMapping } from './changes.ts';
import { MappingPreview } from './mapping-preview.tsx';
import { scimMappingQuery } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

const example = `scimGroupMappings:
  - scimGroup: Catalog admins
    type: organizationOwner
  - scimGroup: Data engineers
    type: teamMemberRole
    teamId: checkout
    teamMemberRole: Editor`;

/** The roles that groups of identity providers give, with a preview of a change. */
export function ProvisioningSettings({ mayChange }: { mayChange: boolean }) {
  const mapping = useQuery({ ...scimMappingQuery, retry: false });
  return (
    <Loaded query={mapping} skeleton={<Skeleton height={320} />}>
      {(text) => <MappingForm stored={text} mayChange={mayChange} />}
    </Loaded>
  );
}

function MappingForm({ stored, mayChange }: { stored: string; mayChange: boolean }) {
  const put = usePutMapping();
  const preview = usePreviewMapping();
  const { form, isChanged, change, forget } = useForm({ text: stored });
  const error = put.error ?? preview.error;
  const discard = () => {
    forget();
    preview.reset();
    put.reset();
  };
  return (
    <SettingCard
      title={settingTexts.mapping}
      lead={settingTexts.mappingLead}
      isChanged={isChanged}
      mayChange={mayChange}
      isPending={put.isPending}
      error={error}
      onSave={() => put.mutate(form.text, { onSuccess: discard })}
      onDiscard={discard}
      beside={
        isChanged &&
        mayChange && (
          <Button onClick={() => preview.mutate(form.text)} disabled={preview.isPending}>
            {settingTexts.mappingPreview}
          </Button>
        )
      }
    >
      <CodeView text={example} name={settingTexts.mappingExample} />
      <div className="setting-text">
        <YamlEditor
          label={settingTexts.mappingText}
          value={form.text}
          onChange={(text) => {
            preview.reset();
            change({ text });
          }}
          problems={textProblemsOf(error)}
          isReadOnly={!mayChange}
        />
      </div>
      {preview.data !== undefined && 'changes' in preview.data && (
        <MappingPreview preview={preview.data} />
      )}
    </SettingCard>
  );
}
