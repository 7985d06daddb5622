import type { Locator, Page } from 'playwright-core';

/** The frame around every page, as a person sees it; each step waits for what it needs. */
export type FramePage = {
  heading: () => Promise<string>;
  /** Entries of the navigation, in order. */
  entries: () => Promise<string[]>;
  goTo: (entry: string) => Promise<void>;
  /** Opens the search over everything and types into it. */
  search: (words: string) => Promise<Locator>;
  openAccount: () => Promise<Locator>;
  chooseTheme: (theme: string) => Promise<void>;
  theme: () => Promise<string | null>;
};

export function frameOf(page: Page): FramePage {
  const nav = page.getByRole('navigation', { name: 'Main', exact: true });
  return {
    heading: async () => {
      await page.locator('h1').first().waitFor();
      return page.locator('h1').first().innerText();
    },
    entries: async () => {
      await nav.first().waitFor();
      return nav.first().locator('li').allInnerTexts();
    },
    goTo: async (entry) => {
      await nav.first().getByRole('link', { name: entry }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    search: async (words) => {
      await page.keyboard.press('Control+k');
      const field = page.getByPlaceholder('Products, contracts');
      await field.waitFor();
      await field.fill(words);
      return page.getByRole('dialog');
    },
    openAccount: async () => {
      await page.getByRole('button', { name: 'Account' }).click();
      const menu = page.getByRole('menu');
      await menu.waitFor();
      return menu;
    },
    chooseTheme: async (theme) => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: theme }).click();
    },
    theme: () => page.locator('html').getAttribute('data-mantine-color-scheme'),
  };
}
