import type { Locator, Page } from 'playwright-core';

/** The wizard of an integration, as a person uses it; each press counts. */
export type WizardOf = {
  clicks: () => number;
  press: (name: string | RegExp) => Promise<void>;
  choose: (platform: string) => Promise<void>;
  type: (fields: Readonly<Record<string, string>>) => Promise<void>;
  next: (step: string) => Promise<void>;
};

export function wizardOf(page: Page): WizardOf {
  let clicks = 0;
  const step = page.locator('.wizard-step');
  const press = async (name: string | RegExp) => {
    clicks += 1;
    await step.getByRole('button', { name }).click();
  };
  return {
    clicks: () => clicks,
    press,
    choose: async (platform) => {
      clicks += 1;
      await step.getByRole('radio', { name: new RegExp(`^${platform} `) }).check();
    },
    type: async (fields) => {
      for (const [label, text] of Object.entries(fields)) {
        await step.getByLabel(label, { exact: true }).fill(text);
      }
    },
    next: async (name) => {
      await press(`Next: ${name}`);
      await page.getByRole('form', { name, exact: true }).waitFor();
    },
  };
}

/** The numbers of a run, by their names. */
export async function countersOf(page: Page): Promise<Record<string, string>> {
  const texts = await page
    .locator('.run-numbers > div')
    .evaluateAll((all) =>
      all.map((each) => [
        each.querySelector('dt')?.textContent ?? '',
        each.querySelector('dd')?.firstChild?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(texts) as Record<string, string>;
}

/** The badge beside the title of a run. */
export const stateOfRun = (page: Page, word: string): Locator =>
  page.locator('.title-line .badge').filter({ hasText: word });
