/** What the keys do. */
export const keyTexts = {
  search: 'Search or filter',
  searchEverywhere: 'Search and commands, also in text fields',
  goTo: (page: string) => `Go to ${page}`,
  theme: 'Light or dark',
  help: 'All keys',
  or: 'or',
  copyAs: 'Copy as…',
} as const;
