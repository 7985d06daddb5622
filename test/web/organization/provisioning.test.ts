import { team } from '../../support/builders/contracts.ts';
import { scim, scimUser } from '../../support/builders/scim.ts';
import { seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

const mapping = `scimGroupMappings:
  - scimGroup: Data engineers
    type: teamMemberRole
    teamId: checkout
    teamMemberRole: Editor
`;

describeInBrowser('provisioning by SCIM', () => {
  let stack: WebStack;
  const opened: Window[] = [];
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, { 'teams/checkout': team('checkout') });
    const user = await scim(stack.api, 'POST', '/Users', scimUser('ada@example.com'));
    await scim(stack.api, 'POST', '/Groups', {
      displayName: 'Data engineers',
      members: [{ value: user.json.id }],
    });
    const member = { body: { role: 'Member' } };
    await stack.api.send('PUT', '/api/organization/members/hand@example.com', member);
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const open = async (at: string, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open(options);
    opened.push(window);
    await window.goto(at);
    return window.page;
  };
  const membersOfTeam = async () =>
    (await stack.api.send('GET', '/api/teams/checkout')).json.members ?? [];

  it('previews a mapping, tells what is wrong at its line, and stores it', async () => {
    const page = await open('/organization/settings?part=provisioning');
    const form = page.getByRole('form', { name: 'Roles of SCIM groups' });
    const editor = form.getByRole('textbox', { name: 'Mapping' });
    const write = async (text: string) => {
      await editor.press('ControlOrMeta+a');
      await page.keyboard.press('Backspace');
      await page.keyboard.insertText(text);
    };
    await write(`${mapping}  - scimGroup: [`);
    await form.getByRole('button', { name: 'Preview' }).click();
    await form
      .getByRole('alert')
      .getByText(/line 6/)
      .waitFor();
    await form.locator('.cm-line:nth-child(6) .cm-lintRange-error').waitFor();
    await write(mapping.replace('Editor', 'Juggler'));
    await form.getByRole('button', { name: 'Preview' }).click();
    await form
      .getByRole('alert')
      .getByText(/must be one of/)
      .waitFor();
    await form.locator('.cm-line:nth-child(5) .cm-lintRange-error').waitFor();

    await write(mapping);
    await form.getByRole('button', { name: 'Preview' }).click();
    const preview = form.getByRole('region', { name: 'What would change' });
    const row = preview.getByRole('row').nth(1);
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'ada@example.com',
      'checkout',
      'None',
      'Editor',
    ]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await membersOfTeam()).toEqual([]);

    await form.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved.').first().waitFor();
    expect(await membersOfTeam()).toMatchObject([
      { emailAddress: 'ada@example.com', role: 'Editor' },
    ]);
    const headers = { accept: 'application/yaml' };
    const stored = await stack.api.send('GET', '/api/settings/scim-mapping', { headers });
    expect(stored.text).toBe(mapping);
  });

  it('says on the page of people who is written by an identity provider', async () => {
    const page = await open('/organization/people');
    const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email });
    await rowOf('ada@example.com').getByText('Provisioned by SCIM').waitFor();
    expect(await rowOf('hand@example.com').getByText('Provisioned by SCIM').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('says in the permissions of a person who is switched off that there are none', async () => {
    const { api } = stack;
    const member = { emailAddress: 'finn@example.com', role: 'Owner' };
    await scim(api, 'POST', '/Users', { ...scimUser(member.emailAddress), active: false });
    await putAll(api, { 'teams/sales': team('sales', { members: [member] }) });
    const page = await open(
      `/organization/permissions?person=${member.emailAddress}&resource=teams/sales`,
    );
    const because =
      'finn@example.com is switched off by the identity provider, and can do nothing.';
    await page.getByText(because).filter({ visible: true }).first().waitFor();
    expect(await page.getByText('Owner in team').count()).toBe(0);
  });
});
