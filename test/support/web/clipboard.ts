import type { Page } from 'playwright-core';

/** The text that was copied last. */
export const clipboardOf = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

/** Copies the document of the page in one of the forms of the menu: curl, JSON or YAML. */
export async function copyAs(page: Page, form: string): Promise<string> {
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('menuitem', { name: form, exact: true }).click();
  await page.getByText(`Copied: ${form}`).first().waitFor();
  return clipboardOf(page);
}
