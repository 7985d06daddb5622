/** Words of two versions of a text. */
export const diffTexts = { same: 'The texts are the same.' } as const;
