export const settingTabs = [
  'organization',
  'features',
  'tests',
  'customization',
  'lineage',
  'installation',
] as const;
export type SettingTab = (typeof settingTabs)[number];
