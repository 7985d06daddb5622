export const settingTabs = [
  'organization',
  'features',
  'tests',
  'products',
  'mails',
  'customization',
  'lineage',
  'installation',
] as const;
export type SettingTab = (typeof settingTabs)[number];
