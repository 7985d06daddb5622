/** Words about what a session may do. */
export const sessionTexts = {
  readOnly: 'You are signed in with a key that may only read.',
} as const;
