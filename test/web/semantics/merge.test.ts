import type { Page } from 'playwright-core';
import { semantics } from '../../support/builders/ontologies.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { putConflicts, putUser, terms } from '../../support/web/semantics.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const mergeOf = (namespace: string): string => `/semantics/${namespace}/branches/credit/merge`;

const resultOf = (page: Page) => page.getByRole('textbox', { name: 'Result' });

describeInBrowser('the merge of a branch', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  type Options = Parameters<WebStack['open']>[0] & { withoutFeed?: true };
  const open = async (path: string, { withoutFeed, ...options }: Options = {}) => {
    window = await stack.open(options);
    window.page.setDefaultTimeout(10_000);
    if (withoutFeed) {
      await window.page.route('**/ui/api/events?*', (route) => route.fulfill({ status: 204 }));
    }
    await window.goto(path);
    return window.page;
  };
  const textOf = async (namespace: string): Promise<string> =>
    (await semantics(stack.api).get(namespace)).text;

  it.each(['light', 'dark'] as const)(
    'is done by keys, with what each choice hits beside it (%s)',
    async (scheme) => {
      const name = `sales-${scheme}`;
      await putConflicts(stack.api, name, { conflicts: 5, others: 9 });
      await putUser(stack.api, name);
      const page = await open(`/semantics/${name}?tab=branches`, { scheme });
      await page.getByRole('link', { name: 'Sales on credit' }).click();
      await page.getByText('14 documents').or(page.getByText('1 document')).first().waitFor();
      await page.getByRole('link', { name: 'Merge' }).click();
      await page.getByText('5 conflicts left').waitFor();
      await page.getByText('Merges by itself, 9').waitFor();
      await page.getByRole('heading', { name: /^Term 0/ }).waitFor();
      await page.getByText('Who uses Term 0').waitFor();
      await page.getByRole('link', { name: 'Web orders' }).waitFor();
      await page.keyboard.press('1');
      await page.getByText('1 of 5 decided.').waitFor();
      await page.keyboard.press('j');
      await page.getByRole('heading', { name: /^Term 1/ }).waitFor();
      await page.keyboard.press('2');
      await page.keyboard.press('j');
      await page.keyboard.press('e');
      await page.keyboard.insertText('Said by both');
      await page.keyboard.press('Escape');
      await page.getByText('3 of 5 decided.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.reload();
      await page.getByText('3 of 5 decided.').waitFor();
      for (const at of [3, 4]) {
        await page.keyboard.press('j');
        await page.getByRole('heading', { name: new RegExp(`^Term ${at}`) }).waitFor();
        await page.keyboard.press('1');
      }
      await page.getByText('All conflicts decided').waitFor();
      await page.getByRole('button', { name: 'Preview as YAML' }).click();
      const preview = page.getByRole('dialog', { name: 'What the ontology will say' });
      await preview.getByText('Said by both').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await preview.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: `Merge into Words of ${name}` }).click();
      await page.waitForURL(`**/semantics/${name}?tab=history`);
      await page.getByText('merged credit').waitFor();
      const result = ['sales', 'credit', 'both', 'sales', 'sales'].map((who, at) => {
        if (who === 'both') return 'Said by both';
        return who === 'sales' ? `Said by sales ${at}` : `Said on credit ${at}`;
      });
      const others = Array.from({ length: 9 }, (_, at) => `Said on credit ${at + 5}`);
      expect(await textOf(name)).toBe(terms(name, [...result, ...others]));
    },
  );

  it('loses no choice when the ontology moves three times', async () => {
    const name = 'moving';
    await putConflicts(stack.api, name, { conflicts: 1, others: 3 });
    // Only a refused merge tells this page that the ontology has moved.
    const page = await open(mergeOf(name), { withoutFeed: true });
    await page.getByText('1 conflict left').waitFor();
    const said = ['Said by sales 0', 'Said first 1', 'Said first 2', 'Said first 3'];
    for (const at of [1, 2, 3]) {
      await page.getByRole('heading', { name: new RegExp(`^Term ${at - 1}`) }).waitFor();
      await resultOf(page).fill(`Decided ${at - 1}`);
      await page.getByText('All conflicts decided').waitFor();
      // Meanwhile somebody else changes one more concept that the branch changes, too.
      said[at] = `Said anew ${at}`;
      const put = await semantics(stack.api).put(name, terms(name, said));
      expect(put.status).toBe(200);
      await page.getByRole('button', { name: `Merge into Words of ${name}` }).click();
      await page.getByText('The ontology has changed meanwhile').waitFor();
      await page.getByText(`1 conflict left`).waitFor();
    }
    await resultOf(page).fill('Decided 3');
    await page.getByRole('button', { name: `Merge into Words of ${name}` }).click();
    await page.waitForURL(`**/semantics/${name}?tab=history`);
    const decided = [0, 1, 2, 3].map((at) => `Decided ${at}`);
    expect(await textOf(name)).toBe(terms(name, decided));
  });

  it('keeps saved choices for others, and shows a choice again whose sides have changed', async () => {
    const name = 'shared';
    await putConflicts(stack.api, name, { conflicts: 2 });
    let page = await open(mergeOf(name));
    await page.getByRole('button', { name: 'Take Sales on credit' }).click();
    await page.getByRole('button', { name: 'Save choices' }).click();
    await page.getByText('Choices are saved').waitFor();
    await window.close();
    page = await open(mergeOf(name));
    await page.getByText('1 of 2 decided.').waitFor();
    await page.getByRole('heading', { name: /^Term 1/ }).waitFor();
    const moved = terms(name, ['Said by nobody else', 'Said by sales 1']);
    expect((await semantics(stack.api).put(name, moved)).status).toBe(200);
    await page.reload();
    await page.getByText('0 of 2 decided.').waitFor();
    await page.getByText('The sides have changed since you decided this').waitFor();
    await page.getByRole('button', { name: 'Keep my choice' }).click();
    await page.getByText('1 of 2 decided.').waitFor();
  });

  it('asks again when somebody changes a side of a decided conflict behind the open page', async () => {
    const name = 'overtaken';
    await putConflicts(stack.api, name, { conflicts: 1 });
    const page = await open(mergeOf(name));
    await resultOf(page).fill('Decided by me');
    await page.getByText('All conflicts decided').waitFor();
    const moved = terms(name, ['Said by a third person']);
    expect((await semantics(stack.api).put(name, moved)).status).toBe(200);
    await page.getByText('The sides have changed since you decided this').waitFor();
    await page.getByText('a third person').first().waitFor();
    await page.getByRole('button', { name: 'Keep my choice' }).click();
    await page.getByRole('button', { name: `Merge into Words of ${name}` }).click();
    await page.waitForURL(`**/semantics/${name}?tab=history`);
    expect(await textOf(name)).toBe(terms(name, ['Decided by me']));
  });

  it('stays usable with 500 conflicts', async () => {
    await putConflicts(stack.api, 'many', { conflicts: 500 });
    const page = await open(mergeOf('many'));
    await page.getByText('500 conflicts left').waitFor();
    expect(await page.locator('a.merge-line').count()).toBeLessThan(60);
    for (let at = 0; at < 40; at++) {
      await page.keyboard.press('1');
      await page.keyboard.press('j');
    }
    await page.getByText('40 of 500 decided.').waitFor();
    await page.locator('a.merge-line[aria-current]').filter({ hasText: 'Term' }).waitFor();
  });

  it('decides more conflicts than one answer lists', async () => {
    const count = 1_100;
    await putConflicts(stack.api, 'huge', { conflicts: count });
    const page = await open(mergeOf('huge'));
    await page.getByText('1,100 conflicts left').waitFor();
    await page.getByText(`Conflicts, 0 of 1,100 decided`).waitFor();
    await page.getByText('All 1,100 that are open:').waitFor();
    await page.keyboard.press('2');
    await page.getByText('1 of 1,100 decided.').waitFor();
    await page.getByText('All 1,099 that are open:').waitFor();
    const side = page.getByRole('region', { name: 'Conflicts and changes' });
    await side.getByRole('button', { name: 'Take Words of huge' }).click();
    await page.getByText('All conflicts decided').waitFor();
    await page.getByRole('button', { name: 'Merge into Words of huge' }).click();
    await page.waitForURL('**/semantics/huge?tab=history');
    const said = ['Said on credit 0'];
    for (let at = 1; at < count; at++) said.push(`Said by sales ${at}`);
    expect(await textOf('huge')).toBe(terms('huge', said));
  });

  it.each([1440, 375])(
    'keeps its end in the window when a strip says that there is no connection (%i px)',
    async (width) => {
      const name = `strip-${width}`;
      await putConflicts(stack.api, name, { conflicts: 2 });
      const page = await open(mergeOf(name), { width });
      await page.getByText('0 of 2 decided.').waitFor();
      await window.context.setOffline(true);
      await page.locator('.strip-note').waitFor();
      await page.getByRole('button', { name: `Merge into Words of ${name}` }).waitFor();
      const bar = width < 760 ? '.bottom-bar' : 'html';
      const room = await page.evaluate((above) => {
        const foot = document.querySelector('.merge-foot')?.getBoundingClientRect().bottom ?? 0;
        const end =
          above === 'html'
            ? innerHeight
            : document.querySelector(above)?.getBoundingClientRect().top;
        return (end ?? 0) - foot;
      }, bar);
      expect(room).toBeGreaterThanOrEqual(0);
      await window.context.setOffline(false);
      await page.locator('.strip-note').waitFor({ state: 'hidden' });
    },
  );

  it('says when there is nothing to merge', async () => {
    await putConflicts(stack.api, 'same', { conflicts: 1 });
    const call = semantics(stack.api);
    expect((await call.cut('same', 'fresh')).status).toBe(200);
    const page = await open('/semantics/same/branches/fresh/merge');
    await page.getByText('The branch has no changes to merge.').waitFor();
    await page.getByRole('link', { name: 'Go to the branch' }).click();
    await page.getByText('Nothing is changed on this branch yet').waitFor();
  });

  it('says what came of updating the branch, and reads it again', async () => {
    const call = semantics(stack.api);
    expect((await call.put('fresh', terms('fresh', ['First']))).status).toBe(200);
    expect((await call.cut('fresh', 'work')).status).toBe(200);
    expect((await call.putBranch('fresh', 'work', terms('fresh', ['Branch']))).status).toBe(200);
    const others = terms('fresh', ['First', 'Second']);
    expect((await call.put('fresh', others)).status).toBe(200);
    const page = await open('/semantics/fresh/branches/work');
    await page.getByText('It is based on revision 1.').waitFor();
    await page.getByRole('button', { name: 'Update branch' }).click();
    await page.getByText('everything that the ontology says, up to revision 2.').waitFor();
    await page.getByText('It is based on revision 2.').waitFor();
    expect((await call.put('fresh', others.replace('First', 'Third'))).status).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Update branch' }).click();
    await page.getByText('it disagrees with the ontology in 1 place.').waitFor();
    await page.getByRole('link', { name: 'Resolve conflicts' }).waitFor();
  });

  it('shows an ontology that is stored as JSON in lines that can be compared', async () => {
    const at = semantics(stack.api).at('json', '/ontology.yaml');
    const path = semantics(stack.api).branchAt('json', 'work');
    const bodyOf = (description: string) => {
      const entries = ['Kept', 'Changed'].map((concept) => ({ concept, type: 'EntityType' }));
      return { name: 'json', ontology: [entries[0], { ...entries[1], description }] };
    };
    const put = async (to: string, body: object) =>
      expect((await stack.api.send('PUT', to, { body })).status).toBe(200);
    await put(at, bodyOf('Before'));
    await put(path, {});
    await put(`${path}/ontology.yaml`, bodyOf('After'));
    const page = await open('/semantics/json/branches/work/merge');
    await page.getByRole('button', { name: 'Preview as YAML' }).click();
    const preview = page.getByRole('dialog', { name: 'What the ontology will say' });
    const removed = preview.locator('.cm-deletedLine');
    await removed.first().waitFor();
    expect((await removed.allInnerTexts()).map((text) => text.trim())).toEqual([
      'description: Before',
    ]);
  });

  it('shows those who may not merge why', async () => {
    await putConflicts(stack.api, 'guarded', { conflicts: 1 });
    const { text: key } = await stack.api.newKey('user', { email: 'reader@example.com' });
    const page = await open(mergeOf('guarded'), { key });
    await page.getByText('You may not see this').waitFor();
    await window.goto('/semantics/guarded/branches/credit');
    const remove = page.getByRole('button', { name: 'Delete branch' });
    await page.locator('[aria-disabled="true"]').waitFor();
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('link', { name: /^Merge|^Resolve/ }).count()).toBe(0);
  });

  it.each([
    ['light', 1440],
    ['dark', 1024],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const name = `axe-${scheme}-${width}`;
    await putConflicts(stack.api, name, { conflicts: 3, others: 2 });
    const page = await open(mergeOf(name), { scheme, width });
    const part = (words: string) => page.getByRole('button', { name: words, exact: true });
    const looksRight = async () => {
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    };
    if (width < 760) {
      await page.getByRole('link', { name: /Term 1/ }).waitFor();
      await looksRight();
      await part('By itself 2').click();
    }
    await page.getByText('Merges by itself, 2').waitFor();
    await looksRight();
    if (width < 760) {
      await part('Conflicts 3').click();
      await page.getByRole('link', { name: /Term 1/ }).click();
      await page.getByRole('heading', { name: /^Term 1/ }).waitFor();
      expect(await part('Result').getAttribute('aria-pressed')).toBe('true');
    }
    await page.getByRole('button', { name: /^Take Words of axe/ }).click();
    await looksRight();
    if (width < 760) {
      await part('Next conflict').click();
      await page.getByRole('heading', { name: /^Term 2/ }).waitFor();
    }
  });
});
