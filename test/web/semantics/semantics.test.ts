import { contract, product, team } from '../../support/builders/contracts.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { putConflicts } from '../../support/web/semantics.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

const places = `    relationships:
      - name: places
        multiplicity: OneToMany
        roles: [{concept: Order}]
`;
const holds = places.replace('places', 'holds').replace('Order', 'Plant');
const shop = (description = 'A confirmed purchase'): string =>
  ontology('shop', [
    entity('Customer') + places,
    entity('Order', description) + holds,
    entity('Plant'),
    entity('Season'),
  ]);

describeInBrowser('concepts and ontologies', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    const url = 'https://terms.example.com/semantics/shop/Order';
    const links = { authoritativeDefinitions: [{ type: 'semantics', url }] };
    await putAll(stack.api, {
      'teams/checkout': team('checkout', { name: 'Checkout' }),
      'datacontracts/orders': contract('orders', { name: 'Web orders', ...links }),
      'dataproducts/sold': product('sold', ['orders'], { name: 'Sold goods' }),
    });
    const { api } = stack;
    const at = '/api/semantics/experimental/namespaces/shop';
    const body = { namespace: 'shop', name: 'Words of the shop', team: 'checkout' };
    expect((await api.send('PUT', at, { body })).status).toBe(200);
    expect((await semantics(api).put('shop', shop())).status).toBe(200);
    await putConflicts(api, 'sales', { conflicts: 1, others: 1 });
    const term = 'https://terms.example.com/semantics/sales/Term%200';
    const uses = { authoritativeDefinitions: [{ type: 'semantics', url: term }] };
    const user = contract('uses', { name: 'Terms of sales', ...uses });
    await putAll(api, { 'datacontracts/uses': user });
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const open = async (path: string, ...words: Parameters<WebStack['open']>) => {
    window = await stack.open(...words);
    window.page.setDefaultTimeout(10_000);
    await window.goto(path);
    return window.page;
  };
  const branchText = async (branch: string): Promise<string> => {
    const at = semantics(stack.api).branchAt('shop', branch, '/ontology.yaml');
    return (await stack.api.send('GET', at)).text;
  };

  it('leads from all ontologies to a concept and the products that hold it', async () => {
    const page = await open('/concepts');
    await page.getByRole('link', { name: /Words of the shop/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Search concepts' }).fill('purchase');
    await page.getByRole('link', { name: 'Order', exact: true }).click();
    await page.waitForURL('**/semantics/shop/Order');
    await page.getByRole('link', { name: 'Sold goods' }).waitFor();
    await page.getByRole('button', { name: 'Contracts and fields' }).click();
    await page.getByText('the whole document').waitFor();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search concepts' }).waitFor();
  });

  it('says that there is no ontology yet', async () => {
    const page = await open('/sign-in', { key: null });
    await page.route(/\/ui\/namespaces/, (route) => route.fulfill({ json: [] }));
    await window.context.request.post('/ui/session', { data: { apiKey: stack.api.key } });
    await window.goto('/concepts');
    await page.getByRole('heading', { name: 'No ontology yet' }).waitFor();
  });

  it('shows the concepts around a concept, more on demand, and the same as a table', async () => {
    const page = await open('/semantics/shop/Customer');
    const graph = page.getByRole('region', { name: 'Graph of 2 concepts' });
    await graph.getByRole('link', { name: 'Order places' }).waitFor();
    await graph.getByRole('button', { name: 'Show the concepts around Order' }).click();
    const larger = page.getByRole('region', { name: 'Graph of 3 concepts' });
    await larger.getByRole('link', { name: 'Plant holds' }).waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('row', { name: 'Customer places Order one to many' }).waitFor();
    await page.getByRole('row', { name: 'Order holds Plant one to many' }).waitFor();
  });

  it('says that a concept has no relationships', async () => {
    const page = await open('/semantics/shop/Season');
    await page.getByRole('heading', { name: 'No relationships' }).waitFor();
  });

  it('cuts a branch and changes a concept on it, as form and as YAML over one text', async () => {
    const page = await open('/semantics/shop');
    await page.getByRole('button', { name: 'New branch' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Better orders');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('better-orders');
    await page.getByRole('button', { name: 'Cut the branch' }).click();
    await page.waitForURL('**/branches/better-orders');
    await page.getByText('Nothing is changed on this branch yet').waitFor();
    await page.getByRole('searchbox', { name: 'Change a concept' }).fill('order');
    await page.getByRole('link', { name: 'Order', exact: true }).click();
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('A purchase that is paid');
    await page.reload();
    expect(await description.inputValue()).toBe('A purchase that is paid');
    await page.getByRole('button', { name: 'YAML' }).click();
    const yaml = page.getByRole('textbox', { name: 'YAML' });
    await yaml.getByText('description: A purchase that is paid').waitFor();
    const rewrite = async (text: string) => {
      await yaml.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Backspace');
      await page.keyboard.insertText(text);
    };
    const typed = async () =>
      (await yaml.locator('.cm-line').allInnerTexts()).map((line) => line.trimEnd()).join('\n');
    const written = await typed();
    await yaml.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('status: [draft\n');
    await page.getByText(/The YAML cannot be read, line \d+/).waitFor();
    await page.getByRole('button', { name: 'Form' }).click();
    expect(await description.isDisabled()).toBe(true);
    expect(await description.inputValue()).toBe('A purchase that is paid');
    await page.getByRole('button', { name: 'YAML' }).click();
    await yaml.getByText('status: [draft').waitFor();
    expect((await typed()).trimEnd()).toBe(`${written}status: [draft`.trimEnd());
    await rewrite(`${written}status: draft\n`);
    await page.getByRole('button', { name: 'Save on the branch' }).click();
    await page.waitForURL('**/branches/better-orders');
    await page.getByText('description').waitFor();
    const said = shop('A purchase that is paid').replace(
      /(is paid\n(?: {4}.*\n)*)/,
      (entry) => `${entry}    status: draft\n`,
    );
    expect((await branchText('better-orders')).split('\n').toSorted()).toEqual(
      said.split('\n').toSorted(),
    );
  });

  it('writes a new concept, and says what the server refuses', async () => {
    expect((await semantics(stack.api).cut('shop', 'new-words')).status).toBe(200);
    const page = await open('/semantics/shop/branches/new-words');
    await page.getByRole('link', { name: 'New concept' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Voucher');
    await page.getByRole('textbox', { name: 'Extends' }).fill('Nothing');
    await page.getByRole('button', { name: 'Save on the branch' }).click();
    await page.getByRole('alert').filter({ hasText: 'Nothing' }).waitFor();
    await page.getByRole('textbox', { name: 'Extends' }).fill('Order');
    await page.getByRole('button', { name: 'Add a relationship' }).click();
    await page.getByRole('textbox', { name: 'Name of the relationship' }).fill('is for');
    await page.getByRole('textbox', { name: 'Leads to' }).fill('Customer');
    await page.getByRole('button', { name: 'Save on the branch' }).click();
    await page.waitForURL('**/branches/new-words');
    await page.getByRole('link', { name: 'Voucher' }).waitFor();
    const text = await branchText('new-words');
    expect(text).toContain('- concept: Voucher');
    expect(text).toContain('name: is for');
  });

  it('keeps what is typed when somebody changed the concept meanwhile', async () => {
    const { api } = stack;
    expect((await semantics(api).cut('shop', 'twice')).status).toBe(200);
    const page = await open('/semantics/shop/branches/twice/concepts/Season');
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
    const at = semantics(api).branchAt('shop', 'twice', '/concepts/Season');
    const body = { concept: 'Season', type: 'EntityType', description: 'Theirs' };
    expect((await api.send('PUT', at, { body })).status).toBe(200);
    await page.getByRole('button', { name: 'Save on the branch' }).click();
    await page.getByText('Somebody changed this concept').waitFor();
    await page.getByText('description: Theirs').waitFor();
    await page.getByRole('button', { name: 'Save mine instead' }).click();
    await page.waitForURL('**/branches/twice');
    expect(await branchText('twice')).toContain('description: Mine');
  });

  it('compares revisions', async () => {
    const page = await open('/semantics/sales?tab=history');
    await page.getByText('Revision 2').waitFor();
    await page.getByText('Said').first().waitFor();
    await page.getByRole('spinbutton', { name: 'to', exact: true }).fill('1');
    await page.getByText('No changes').waitFor();
  });

  it('tells who did what to an ontology', async () => {
    const page = await open('/semantics/sales?tab=history');
    await page.getByRole('button', { name: 'Audit trail' }).click();
    await page.waitForURL('**/semantics/sales?tab=history&show=audit');
    const trail = page.getByRole('list', { name: 'Audit trail' });
    await trail.getByText('The ontology was created').waitFor();
    await trail.getByText('The ontology was changed').first().waitFor();
    await trail.getByText(/^by /).first().waitFor();
    await page.getByRole('button', { name: 'Revisions' }).click();
    await page.getByText('Revision 2').waitFor();
  });

  it('shows the revisions to those who may not read the audit trail', async () => {
    const { text: key } = await stack.api.newKey('user', { email: 'reader@example.com' });
    const page = await open('/semantics/sales?tab=history&show=audit', { key });
    await page.getByText('Only Owners of the organization read the audit trail.').waitFor();
    await page.getByRole('button', { name: 'Revisions' }).click();
    await page.getByText('Revision 2').waitFor();
  });

  it('exports an ontology, and replaces it with a file after it was checked', async () => {
    const page = await open('/semantics/sales?tab=exchange');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Turtle' }).click();
    expect((await downloading).suggestedFilename()).toBe('sales.ttl');
    const choose = (name: string, text: string) =>
      page.getByLabel('File').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
    await choose('broken.ttl', '@prefix');
    await page.getByRole('alert').waitFor();
    const turtle = `@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://terms.example.com/Gift> a owl:Class ; rdfs:label "Gift" .`;
    await choose('gifts.ttl', turtle);
    await page.getByText('The file is a valid ontology').waitFor();
    await page.getByText('1 concept added, 0 changed, 2 removed.').waitFor();
    await page.getByText('1 removed concept is in use.').waitFor();
    await page.getByRole('link', { name: 'Terms of sales' }).waitFor();
    await page.getByRole('row', { name: /Term 1.*removed/ }).waitFor();
    await page.getByRole('button', { name: 'Replace the ontology' }).click();
    await page.getByText('The ontology is replaced.').waitFor();
    expect((await semantics(stack.api).get('sales')).text).toContain('concept: Gift');
  });

  it('deletes a branch only when its name is typed', async () => {
    expect((await semantics(stack.api).cut('shop', 'unwanted')).status).toBe(200);
    const page = await open('/semantics/shop/branches/unwanted');
    await page.getByRole('button', { name: 'Delete branch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('unwanted');
    await dialog.getByRole('button', { name: 'Delete branch' }).click();
    await page.waitForURL('**/semantics/shop?tab=branches');
    expect((await semantics(stack.api).getBranch('shop', 'unwanted')).status).toBe(404);
  });

  it('never loads an ontology of 5,000 concepts at once', async () => {
    const entries = Array.from({ length: 5_000 }, (_, at) => entity(`Word ${at}`));
    expect((await semantics(stack.api).put('large', ontology('large', entries))).status).toBe(200);
    const page = await open('/semantics/large');
    await page.getByRole('row', { name: /^Word 0 / }).waitFor();
    expect(await page.getByRole('row').count()).toBe(51);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('row').nth(100).waitFor();
    await page.getByRole('searchbox').fill('4999');
    await page.getByRole('link', { name: 'Word 4999' }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1024],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    expect((await semantics(stack.api).cut('shop', 'axe')).status).toBe(200);
    const paths = [
      '/concepts',
      '/concepts?q=order',
      '/semantics/shop',
      '/semantics/shop?tab=branches',
      '/semantics/shop?tab=history',
      '/semantics/shop?tab=history&show=audit',
      '/semantics/shop?tab=exchange',
      '/semantics/shop/Order',
      '/semantics/shop/Order?around=table&used=fields',
      '/semantics/shop/branches/axe',
      '/semantics/shop/branches/axe/concepts/Order',
    ];
    const page = await open('/concepts', { scheme, width });
    for (const path of paths) {
      await window.goto(path);
      await page.waitForLoadState('networkidle');
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
  });
});
