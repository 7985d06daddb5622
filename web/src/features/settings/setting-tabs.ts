export const settingTabs = [
  'organization',
  'features',
  'tests',
  'products',
  'mails',
  'provisioning',
  'customization',
  'lineage',
  'git',
  'installation',
] as const;
export type SettingTab = (typeof settingTabs)[number];
