import { databaseUrl } from '../../support/servers/database.ts';
import { catalogOf } from '../../support/builders/ingested-catalog.ts';
import { hasMariadb, startMariadb } from '../../support/servers/mariadb.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { countersOf, stateOfRun, wizardOf } from '../../support/web/integrations.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

/** A platform of the journey: its server, and how its tables are made and removed. */
type Platform = {
  title: string;
  id: string;
  connection: Record<string, string>;
  username: string;
  password: string;
  scope: Record<string, string>;
  /** Databases and schemas are assets, too. */
  containers: number;
  run: (...statements: string[]) => Promise<void>;
};

const tables = ['customers', 'orders', 'payments', 'returns', 'stock', 'vouchers'];
const create = tables.map((name) => `create table shop_web.${name} (id int primary key)`);
const dropped = tables.slice(2);

describeInBrowser('the journey of an operator with an integration', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] });
    const body = { id: 'shop-team', name: 'Web Shop', type: 'Team' };
    await stack.api.send('PUT', '/api/teams/shop-team', { body });
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    window = await stack.open();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  /** The page is accessible in both themes, and not wider than a phone. */
  const looksRight = async () => {
    const { page } = window;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  };

  const make = async (platform: Platform) => {
    const { title, id, connection, username, password, scope, containers } = platform;
    const { page } = window;
    const all = String(tables.length + containers);
    await window.goto('/operate/integrations');
    await page.getByRole('link', { name: 'New integration' }).first().click();
    const wizard = wizardOf(page);
    await wizard.choose(title);
    await wizard.type({ 'Name *': `Shop on ${title}`, 'Id *': id });
    await page.getByLabel('Team').selectOption({ label: 'Web Shop' });
    await wizard.next('Connection');
    await looksRight();
    await wizard.type({ ...connection, 'Username *': username, 'Password *': 'wrong' });
    await wizard.press('Test connection');
    await page.getByText('The platform refused the credentials').waitFor();
    expect(await page.getByRole('button', { name: 'Replace: Password' }).count()).toBe(1);
    await wizard.press('Replace: Password');
    await wizard.type({ 'Username *': username, 'Password *': password });
    await wizard.press('Test connection');
    await page.getByText(/^Reached /).waitFor();
    await wizard.next('Scope');
    await wizard.type({ ...scope, Assets: '3', 'Percent of all assets': '10' });
    await wizard.next('Schedule');
    await page.getByText(/every day at 06:00/).waitFor();
    expect(await page.locator('.firing-times li').count()).toBe(5);
    await wizard.next('Plan');
    await wizard.press('Plan a run');
    await page.getByText(`${all} create`).waitFor();
    await page.getByText('vouchers', { exact: true }).waitFor();
    await looksRight();
    await wizard.press('Save and run');
    await stateOfRun(page, 'Done').waitFor();
    expect(await countersOf(page)).toMatchObject({ Seen: all, New: all, Removed: '0' });
    // One for each step, the replaced password, two tests, the plan, and the run.
    expect(wizard.clicks()).toBeLessThanOrEqual(10);
  };

  const decide = async ({ id, run, containers }: Platform) => {
    const { page } = window;
    const all = tables.length + containers;
    await run(...dropped.map((name) => `drop table shop_web.${name}`));
    await page.getByRole('button', { name: 'Run again' }).click();
    await stateOfRun(page, 'Stopped by the fuse').waitFor();
    await page.getByText(`The run would remove 4 of ${all} assets, so it removed none`).waitFor();
    const held = page.getByRole('region', { name: 'What should happen?' });
    for (const name of dropped) await held.getByText(name, { exact: true }).waitFor();
    await looksRight();
    // What removes nothing is chosen at first.
    expect(await held.getByRole('radio', { name: 'Keep all 4' }).isChecked()).toBe(true);
    await held.getByRole('radio', { name: 'Remove exactly these 4' }).check();
    const remove = held.getByRole('button', { name: 'Remove 4' });
    await held.getByLabel('Type 4 to remove them with a run now').fill('5');
    expect(await remove.isDisabled()).toBe(true);
    await held.getByLabel('Type 4 to remove them with a run now').fill('4');
    const before = await catalogOf(stack.api, id);
    await remove.click();
    await stateOfRun(page, 'Done').waitFor();
    await page.getByText('Was allowed to remove 4 assets despite the fuse.').waitFor();
    expect(await countersOf(page)).toMatchObject({ Same: String(all - 4), Removed: '4' });
    return before;
  };

  const undo = async ({ id }: Platform, before: unknown) => {
    const { page } = window;
    expect(await catalogOf(stack.api, id)).not.toEqual(before);
    await page.getByRole('button', { name: 'Undo run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this run' });
    await dialog.getByText('4 removed assets will be put back').waitFor();
    await dialog.getByText('which repeats what is still so on the platform').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo 4 changes' }).click();
    await page.getByRole('heading', { name: /^Undo of / }).waitFor();
    await stateOfRun(page, 'Done').waitFor();
    expect(await countersOf(page)).toMatchObject({ 'Put back': '4' });
    expect(await catalogOf(stack.api, id)).toEqual(before);
    await page.getByRole('link', { name: /^the run of / }).click();
    await page.getByText('This run was undone.').waitFor();
    await page.getByRole('link', { name: /^See the undo of / }).waitFor();
  };

  const walk = async (platform: Platform) => {
    const seen: string[] = [];
    window.page.on('response', (response) => {
      if (!response.url().includes('/ui/')) return;
      void response.text().then(
        (text) => seen.push(text),
        () => undefined,
      );
    });
    await platform.run('create schema shop_web', ...create);
    await make(platform);
    const before = await decide(platform);
    await undo(platform, before);
    seen.push((await window.page.content()) + window.page.url());
    expect(seen.filter((text) => text.includes(platform.password))).toEqual([]);
    const stored = await window.page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    expect(stored).not.toContain(platform.password);
  };

  it('leads from PostgreSQL to its assets, through the fuse, and back by an undo', async () => {
    const url = new URL(databaseUrl('postgres'));
    const { knex } = stack.api.database;
    // Roles belong to the whole server, which other files use, too.
    const username = `web_reader_${process.pid}`;
    await knex.raw(`create role ${username} login password 'secret-of-postgres'`);
    const { rows } = await knex.raw('select current_database() as name');
    await walk({
      title: 'PostgreSQL',
      id: 'shop-postgres',
      connection: {
        'Host *': '127.0.0.1',
        Port: url.port,
        'Database *': rows[0].name as string,
      },
      username,
      password: 'secret-of-postgres',
      scope: { 'Schemas to scan': 'shop_web' },
      containers: 2,
      run: async (...statements) => {
        for (const statement of statements) await knex.raw(statement);
        await knex.raw(`grant usage on schema shop_web to ${username}`);
      },
    });
  });

  (hasMariadb() ? it : it.skip)('leads from MariaDB to its assets, and back', async () => {
    const mariadb = await startMariadb();
    try {
      await walk({
        title: 'MariaDB',
        id: 'shop-mariadb',
        connection: { 'Host *': '127.0.0.1', Port: String(mariadb.port) },
        username: 'web_reader',
        password: 'secret-of-mariadb',
        scope: { 'Schemas to scan': 'shop_web' },
        containers: 1,
        run: async (...statements) => {
          await mariadb.run(
            "create or replace user web_reader identified by 'secret-of-mariadb'",
            ...statements.map((text) => text.replace('create schema', 'create database')),
            'grant select on shop_web.* to web_reader',
          );
        },
      });
    } finally {
      await mariadb.stop();
    }
  });
});
