import type { Page } from 'playwright-core';

/** The sign-in page, as a person sees it. */
export type SignInPage = {
  withKey: (key: string) => Promise<void>;
  askForMail: (email: string) => Promise<string>;
  /** Presses the button that a link shows. */
  confirmLink: () => Promise<void>;
  /** What the page says is wrong. */
  problem: () => Promise<string>;
};

export function signInOf(page: Page): SignInPage {
  return {
    withKey: async (key) => {
      const field = page.getByLabel('API key', { exact: true });
      if (!(await field.isVisible())) await page.getByText('API key').first().click();
      await field.fill(key);
      await page.getByRole('button', { name: 'Sign in with the key' }).click();
    },
    askForMail: async (email) => {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
      return page.getByRole('status').locator('.mono').innerText();
    },
    confirmLink: () => page.getByRole('button', { name: 'Sign in', exact: true }).click(),
    problem: async () => page.getByRole('alert').first().innerText(),
  };
}
