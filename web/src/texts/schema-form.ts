/** Words of forms that are made from a schema. */
export const schemaFormTexts = {
  advanced: 'More settings',
  listHint: 'Several with commas between them.',
  byDefault: (title: string) => `Default: ${title}`,
  notChosen: 'Not set',
  required: 'This is needed.',
  number: 'This must be a number.',
  least: (least: number) => `This must be ${least} or more.`,
  most: (most: number) => `This must be ${most} or less.`,
  pattern: 'This does not have the right form.',
} as const;
