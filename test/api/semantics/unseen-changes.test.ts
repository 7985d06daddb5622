import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { ontology, order, orderId, semantics } from '../../support/builders/ontologies.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api);
  call = semantics(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

/** A namespace with the branch `work`. */
async function prepare(name: string): Promise<void> {
  await call.put(name, ontology(name, [order, orderId]));
  expect((await call.cut(name, 'work')).status).toBe(200);
}

describe('what the author of a branch has not seen', () => {
  it('is not overwritten: conflicts change the ETag', async () => {
    await prepare('unseen');
    await call.putBranch(
      'unseen',
      'work',
      ontology('unseen', [order.replace('confirmed', 'paid'), orderId]),
    );
    const path = call.branchAt('unseen', 'work', '/ontology.yaml');
    const seen = (await api.send('GET', path)).headers.get('etag') ?? '';
    await call.put('unseen', ontology('unseen', [order.replace('confirmed', 'sent'), orderId]));
    expect((await call.merge('unseen', 'work')).status).toBe(409);
    expect((await api.send('GET', path)).headers.get('etag')).not.toBe(seen);
    const headers = { 'content-type': 'application/yaml', 'if-match': seen };
    const upload = await api.send('PUT', path, {
      body: ontology('unseen', [order, orderId]),
      headers,
    });
    expect([upload.status, upload.json.code]).toEqual([412, 'precondition_failed']);
  });

  it('stays in the namespace when it is but a comment', async () => {
    await prepare('commented');
    await call.putBranch(
      'commented',
      'work',
      ontology('commented', [order.replace('confirmed', 'paid'), orderId]),
    );
    const commented = `# Agreed in May\n${ontology('commented', [order, orderId])}`;
    await call.put('commented', commented);
    expect((await call.merge('commented', 'work')).status).toBe(204);
    expect((await call.get('commented')).text).toBe(commented.replace('confirmed', 'paid'));
    // The author rebases another branch upon the commented text, and may then take the comment away.
    await call.cut('commented', 'other');
    const again = commented.replace('May', 'June').replace('confirmed', 'paid');
    await call.put('commented', again);
    await api.send('POST', call.branchAt('commented', 'other', '/rebase'));
    const without = ontology('commented', [order.replace('confirmed', 'kept'), orderId]);
    await call.putBranch('commented', 'other', without);
    expect((await call.merge('commented', 'other')).status).toBe(204);
    expect((await call.get('commented')).text).toBe(without);
  });

  it('is told from what had the same name before', async () => {
    const headersOf = (etag: string) => ({ 'content-type': 'application/yaml', 'if-match': etag });
    const etagOf = async (path: string) => (await api.send('GET', path)).headers.get('etag') ?? '';
    const other = ontology('reborn', [order]).replace(/ {4}relationships[^]*/, '');
    await prepare('reborn');
    const path = call.at('reborn', '/ontology.yaml');
    const branchPath = call.branchAt('reborn', 'work', '/ontology.yaml');
    const [etag, branchEtag] = [await etagOf(path), await etagOf(branchPath)];
    const metadataEtag = await etagOf(call.at('reborn'));

    await api.send('DELETE', call.branchAt('reborn', 'work'));
    await call.cut('reborn', 'work');
    const upload = { body: other, headers: headersOf(branchEtag) };
    expect((await api.send('PUT', branchPath, upload)).status).toBe(412);

    await api.send('DELETE', call.at('reborn'));
    expect((await call.put('reborn', other)).headers.get('etag')).toBe('"2-yaml"');
    expect(await etagOf(path)).not.toBe(etag);
    expect(await etagOf(call.at('reborn'))).not.toBe(metadataEtag);
    const put = { body: ontology('reborn'), headers: headersOf(etag) };
    expect((await api.send('PUT', path, put)).status).toBe(412);
    const revisions = (await api.send('GET', call.at('reborn', '/revisions'))).json;
    expect(revisions).toMatchObject([{ version: 2 }]);
  });
});
