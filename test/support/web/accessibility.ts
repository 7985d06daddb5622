import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeScript = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run: (options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/** Findings of axe (WCAG 2.2 A and AA) that are serious or critical: rule, element, what is wrong. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // The debugger's protocol runs it, which the policy of the page does not concern.
  await page.evaluate(axeScript);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    return (await axe.run({ runOnly: tags })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}

/** How much wider than its window the page is, in pixels: 0 if it does not scroll sideways. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}
