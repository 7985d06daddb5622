/** Words of dialogs that ask before something happens. */
export const dialogTexts = {
  close: 'Close',
  cancel: 'Cancel',
  typeName: (name: string) => `Type ${name} to go on`,
  undo: 'Undo',
  secretOnce: 'This is shown once. Store it before you close this.',
  stored: 'I have stored it',
  copy: 'Copy',
  whatHappens: 'What happens',
  nothingHappens: 'Nothing else changes.',
} as const;
