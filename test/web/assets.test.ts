import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { putAll } from '../support/web/stored.ts';
import { team } from '../support/builders/contracts.ts';
import { until } from '../support/until.ts';

const total = 10_000;

const asset = (id: string, type: string, owner: string) => ({
  id,
  info: { name: `public.${id}`, source: 'postgres', type, owner },
});

describeInBrowser('the list of assets', () => {
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
  const open = async (path: string, ...words: Parameters<WebStack['open']>) => {
    window = await stack.open(...words);
    await window.goto(path);
    return window.page;
  };

  it('says that there is no asset yet', async () => {
    const page = await open('/assets');
    await page.getByRole('heading', { name: 'No assets yet' }).waitFor();
  });

  describe('with assets', () => {
    const filters = () => window.page.getByRole('complementary', { name: 'Filters' });
    const row = (name: string | RegExp) => window.page.getByRole('row', { name });
    beforeAll(async () => {
      await putAll(stack.api, {
        'teams/checkout': team('checkout', { name: 'Checkout' }),
        'teams/returns': team('returns', { name: 'Returns' }),
        'assets/orders': asset('orders', 'postgres_table', 'checkout'),
        'assets/orders-view': asset('orders-view', 'postgres_view', 'checkout'),
        'assets/parcels': asset('parcels', 'postgres_table', 'returns'),
      });
    });

    it('filters by type and team, keeps the filters in the address, and says what is left', async () => {
      const page = await open('/assets');
      await row(/public\.parcels.*Table.*Returns/i).waitFor();
      await filters()
        .getByRole('checkbox', { name: /Table 2/i })
        .check();
      await row(/public\.orders-view/).waitFor({ state: 'detached' });
      await filters()
        .getByRole('checkbox', { name: /Returns 1/ })
        .check();
      await row(/public\.orders /).waitFor({ state: 'detached' });
      await page.reload();
      await row(/public\.parcels/).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      await page.getByRole('button', { name: /Team: Returns/ }).click();
      await row(/public\.orders/).waitFor();
      await page.getByRole('searchbox', { name: 'Search assets' }).fill('parcels');
      await row(/public\.orders/).waitFor({ state: 'detached' });
      await page.getByRole('searchbox', { name: 'Search assets' }).fill('qqqqq');
      await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).last().click();
      await row(/public\.orders-view/).waitFor();
      await page.goBack();
    });

    it.each([
      ['light', 1440],
      ['dark', 1440],
      ['light', 375],
      ['dark', 375],
    ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
      const page = await open('/assets?type=postgres_table', { scheme, width });
      await row(/public\.orders/).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      if (width > 760) return;
      await page.getByRole('button', { name: 'Filters 1' }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByText('Integration').or(sheet.getByText('Team')).first().waitFor();
      await sheet.getByRole('button', { name: 'Show 2 results' }).click();
    });

    it('draws only the visible ones of 10,000 assets, and reads the next ones in time', async () => {
      await stack.api.database.knex.raw(
        `insert into documents (organization_id, kind, id, revision, edition, owner_id, name, tags, search, content_hash,
            created_at, updated_at, archetype)
          select organization_id, kind, 'copy-' || n, revision, edition, owner_id, 'public.copy-' || n, tags, search,
            content_hash, created_at - n * interval '1 second', updated_at - n * interval '1 second', archetype
          from documents cross join generate_series(1, ?) as n where kind = 'asset' and id = 'orders'`,
        [total],
      );
      const page = await open('/assets');
      await page.getByText('1–100 of 10,003').waitFor();
      const rows = page.locator('tbody > tr:not(.space)');
      await until('some hundred rows were read', async () => {
        await page.keyboard.press('End');
        expect(await rows.count()).toBeLessThan(80);
        return page.locator('tr[aria-rowindex="500"]').isVisible();
      });
      await filters()
        .getByRole('checkbox', { name: /View 1/i })
        .check();
      await page.getByText('1–1 of 1').waitFor();
      await row(/public\.orders-view/).waitFor();
    });
  });
});
