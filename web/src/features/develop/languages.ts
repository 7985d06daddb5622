/** Languages of the snippets. */
export const languages = ['curl', 'node', 'python'] as const;
export type Language = (typeof languages)[number];
