import type { Locator, Page } from 'playwright-core';

/** The page of a data contract, as a person sees it; each step waits for what it needs. */
export type ContractPage = {
  table: Locator;
  panel: (field: string) => Locator;
  openTab: (name: string) => Promise<void>;
  /** Cells of the row of a field: name, type, promise, measurement. */
  row: (field: string) => Promise<string[]>;
  openField: (field: string) => Promise<void>;
};

export function contractOf(page: Page): ContractPage {
  const table = page.getByRole('table', { name: 'Fields with their promises and measurements' });
  const link = (field: string) => table.getByRole('link', { name: field, exact: true });
  const anyLink = (field: string) => page.getByRole('link', { name: field, exact: true });
  return {
    table,
    panel: (field) => page.getByRole('complementary', { name: field, exact: true }),
    openTab: async (name) => {
      const tab = page
        .getByRole('navigation', { name: 'Parts of the contract' })
        .getByRole('link', { name });
      await tab.click();
      await page.locator('.tabs [aria-current="page"]', { hasText: name }).waitFor();
    },
    row: async (field) => {
      const row = table.locator('tr', { has: anyLink(field) });
      await row.waitFor();
      return row.locator('td').allInnerTexts();
    },
    openField: (field) => link(field).click(),
  };
}
