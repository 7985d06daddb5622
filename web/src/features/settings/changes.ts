import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { settingTexts } from '../../texts/organization/settings.ts';

function useSettingChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      notifications.show({ message: settingTexts.saved });
      await Promise.all(
        [['settings'], ['me']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
}

type Schemas = components['schemas'];

export const usePutProfile = () =>
  useSettingChange((body: Schemas['OrganizationSettingsWrite']) =>
    read(client.PUT('/api/organization/settings', { body })),
  );

export const usePutFeatures = () =>
  useSettingChange((body: Schemas['OrganizationFeaturesWrite']) =>
    read(client.PUT('/api/organization/features', { body })),
  );

/** `onStored` is called at once, before the settings are read again. */
export const usePutEngine = (onStored: () => void) =>
  useSettingChange(async (body: Schemas['TestEngine']) => {
    await read(client.PUT('/api/organization/test-engine', { body }));
    onStored();
  });

export const useDeleteEngine = () =>
  useSettingChange(() => read(client.DELETE('/api/organization/test-engine')));

export const usePutScore = () =>
  useSettingChange((body: Schemas['DataProductScoreSettingsWrite']) =>
    read(client.PUT('/api/settings/dataproduct-score', { body })),
  );

export const usePutTypes = () =>
  useSettingChange((body: Schemas['DataProductTypesWrite']) =>
    read(client.PUT('/api/settings/dataproduct-types', { body })),
  );

export const usePutTemplates = () =>
  useSettingChange((body: Schemas['EmailTemplatesWrite']) =>
    read(client.PUT('/api/settings/email-templates', { body })),
  );

/** Fills a text with example data; it stores nothing. */
export const usePreviewTemplate = () =>
  useMutation({
    mutationFn: (body: Schemas['EmailTemplatePreview']) =>
      read(client.POST('/api/settings/email-templates/preview', { body })),
  });

const putMapping = (text: string, query: { dryRun?: boolean }) =>
  read(
    client.PUT('/api/settings/scim-mapping', {
      params: { query },
      body: text as never,
      bodySerializer: (body: unknown) => body as string,
      headers: { 'content-type': 'application/yaml' },
    }),
  );

/** Stores the roles that SCIM groups give. */
export const usePutMapping = () => useSettingChange((text: string) => putMapping(text, {}));

/** Asks which roles a mapping would change, and changes nothing. */
export const usePreviewMapping = () =>
  useMutation({ mutationFn: (text: string) => putMapping(text, { dryRun: true }) });

/** Stores the text as it was typed. JSON is YAML, too. */
export const usePutCustomization = () =>
  useSettingChange((text: string) =>
    read(
      client.PUT('/api/settings/customization', {
        body: text as never,
        bodySerializer: (body: unknown) => body as string,
        headers: { 'content-type': 'application/yaml' },
      }),
    ),
  );

/** Stores the rules as they were typed. */
export const usePutLineageRules = () =>
  useSettingChange((text: string) =>
    read(
      client.PUT('/api/settings/lineage-rules', {
        body: text as never,
        bodySerializer: (body: unknown) => body as string,
        headers: { 'content-type': 'application/yaml' },
      }),
    ),
  );
