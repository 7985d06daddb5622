import type { Locator, Page } from 'playwright-core';

/** The marketplace, as a person sees it; each step waits for what it needs. */
export type Marketplace = {
  type: (words: string) => Promise<void>;
  /** The line of a result. */
  result: (name: string) => Locator;
  /** A value of a filter, with the number of results that it would leave. */
  filter: (value: string) => Locator;
  chips: () => Locator;
};

export function marketplaceOf(page: Page): Marketplace {
  const results = page.getByRole('region', { name: 'Results' });
  return {
    type: async (words) => {
      await page.getByRole('searchbox', { name: 'Search the catalog' }).fill(words);
    },
    result: (name) =>
      results
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) }),
    filter: (value) =>
      page
        .getByRole('complementary', { name: 'Filters' })
        .getByRole('checkbox', { name: new RegExp(`^${value}`) }),
    chips: () => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'),
  };
}
