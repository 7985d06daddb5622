export const settingTabs = [
  'organization',
  'features',
  'tests',
  'customization',
  'installation',
] as const;
export type SettingTab = (typeof settingTabs)[number];
