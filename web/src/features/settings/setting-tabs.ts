export const settingTabs = [
  'organization',
  'features',
  'tests',
  'products',
  'mails',
  'customization',
  'installation',
] as const;
export type SettingTab = (typeof settingTabs)[number];
