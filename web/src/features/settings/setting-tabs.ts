export const settingTabs = [
  'organization',
  'features',
  'tests',
  'provisioning',
  'customization',
  'installation',
] as const;
export type SettingTab = (typeof settingTabs)[number];
