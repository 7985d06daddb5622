import type { Locator, Page } from 'playwright-core';

/** The bell and the list behind it. */
export type NoticesPage = {
  /** The number that the bell tells. */
  unread: () => Promise<number>;
  open: () => Promise<void>;
  lines: Locator;
};

export function noticesOf(page: Page): NoticesPage {
  const bell = page.getByRole('banner').getByRole('button', { name: /notice/i });
  const list = page.getByRole('dialog', { name: 'Notices' });
  return {
    unread: async () => {
      await bell.waitFor();
      return Number.parseInt((await bell.getAttribute('aria-label')) ?? '', 10) || 0;
    },
    open: async () => {
      await bell.click();
      await list.getByRole('heading', { name: 'Notices' }).waitFor();
    },
    lines: list.getByRole('listitem').getByRole('link'),
  };
}
