/** Words of the marketplace. */
export const homeTexts = {
  title: 'Find data you can rely on',
  lead: 'Every result shows whether its data keeps what its contract promises.',
} as const;
