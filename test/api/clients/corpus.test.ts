import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';

/** Public documents with the verdict of the official schemas; they live beside the repository. */
const folder = path.resolve(process.cwd(), '../shared/standards');
const listFile = path.join(folder, 'corpus/VALIDITY.json');
const hasCorpus = fs.existsSync(listFile);
/** Skipped tests are listed with their names, so the name says why. */
const describeWithCorpus = (name: string, tests: () => void): void => {
  if (hasCorpus) describe(name, tests);
  else describe.skip(`(no corpus of public documents beside the repository) ${name}`, tests);
};

type Entry = { file: string; standard: string; valid: boolean };
type Parsed = Record<string, any>;

const collections: Record<string, { collection: string; yamlName: string }> = {
  odcs: { collection: 'datacontracts', yamlName: 'datacontract.yaml' },
  dcs: { collection: 'datacontracts', yamlName: 'datacontract.yaml' },
  odps: { collection: 'dataproducts', yamlName: 'dataproduct.yaml' },
  dps: { collection: 'dataproducts', yamlName: 'dataproduct.yaml' },
};

/** Valid by their schema, and not to be had under any address of ours. */
const refused: Record<string, string> = {
  'corpus/odcs/eddiethedean--odcs--tests__fixtures__invalid-stable-id.yaml': 'invalid_id',
  'corpus/valid-but-wrong-odcs/v3.1.0-06-id-uri.yaml': 'invalid_id',
};

/** As many of the valid documents name no owner at all; they are told so, and then given one. */
const withoutOwner = { odcs: 75, odps: 25, dps: 0 };

const valid = (standard: string): Entry[] =>
  hasCorpus
    ? (JSON.parse(fs.readFileSync(listFile, 'utf8')) as Entry[]).filter(
        (entry) => entry.valid && entry.standard === standard,
      )
    : [];

const isJson = ({ file }: Entry) => file.endsWith('.json');
const yaml = { 'content-type': 'application/yaml' };
const parse = (entry: Entry, text: string): Parsed =>
  isJson(entry) ? JSON.parse(text) : (load(text, { maxDepth: 100 }) as Parsed);

/** Of products the team alone counts, of contracts three places do. */
function ownersOf({ kind, team: owner, customProperties, domain, info }: Parsed): string[] {
  const owning = ((customProperties ?? []) as Parsed[]).filter(
    ({ property }) => property === 'owner',
  );
  const further = kind === 'DataProduct' ? [] : [...owning.map(({ value }) => value), domain];
  const given: unknown[] = [owner?.name, info?.owner, ...further];
  return given.filter((id) => typeof id === 'string');
}

/** The text with an owner behind it, where one may stand in its standard; and an id: v2.2.2 had a `uuid` in its place. */
function withOwner(entry: Entry, text: string): string {
  const [name, value] =
    entry.standard === 'odcs' ? ['domain', 'corpus'] : ['team', { name: 'corpus' }];
  if (isJson(entry)) return text.replace(/\s*}\s*$/, `,"${name}":${JSON.stringify(value)}}`);
  const id = /^id:/m.test(text) ? '' : 'id: without-id\n';
  return `${text.trimEnd()}\n${name}: ${JSON.stringify(value)}\n${id}`;
}

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/corpus', { body: team('corpus') });
});
afterAll(() => api.stop());

const put = (at: string, body: string, headers = {}) => api.send('PUT', at, { body, headers });
const revisionOf = (tag: string | null) => /^"(\d+)/.exec(tag ?? '')?.[1];

/** Everything that is not as it was, in words. */
async function differences(entry: Entry, text: string, at: string): Promise<string[]> {
  const wrong: string[] = [];
  const expect = (what: string, is: unknown, should: unknown): void => {
    if (is !== should) wrong.push(`${entry.file}: ${what}: ${String(is).slice(0, 300)}`);
  };
  const { yamlName } = collections[entry.standard] as { yamlName: string };
  const headers = isJson(entry) ? {} : yaml;
  const own = isJson(entry) ? at : `${at}/${yamlName}`;
  const first = await put(at, text, headers);
  expect('refused', `${first.status} ${first.text}`, '200 ');
  const isRewritten = entry.file.endsWith('duplicate-key.json');
  const read = await api.send('GET', own);
  expect('other bytes', read.text === text || isRewritten, true);
  expect(
    'another tag',
    isRewritten ? read.headers.get('etag') : first.headers.get('etag'),
    read.headers.get('etag'),
  );
  const again = await put(at, read.text, headers);
  expect('the same text', again.headers.get('etag'), read.headers.get('etag'));
  const json = await api.send('GET', at);
  expect('content', JSON.stringify(json.json), JSON.stringify(parse(entry, text)));
  const revision = revisionOf(read.headers.get('etag'));
  for (const body of [
    json.text,
    JSON.stringify(json.json, undefined, 3).replaceAll('\n', '\r\n'),
  ]) {
    const written = await put(at, body);
    expect('a revision for equal JSON', revisionOf(written.headers.get('etag')), revision);
    expect('other bytes of JSON', (await api.send('GET', at)).text, body);
  }
  if (!isJson(entry)) expect('YAML lost', (await api.send('GET', own)).text, text);
  await api.send('DELETE', at);
  await put(at, json.text);
  const made = await api.send('GET', `${at}/${yamlName}`);
  const back = await put(at, made.text, yaml);
  expect(
    'YAML that we wrote',
    revisionOf(back.headers.get('etag')),
    revisionOf(made.headers.get('etag')),
  );
  expect('JSON behind it', (await api.send('GET', at)).text, json.text);
  return wrong;
}

/** The request names the owner, which is written into the text: no line of it goes, but the last of a list may get a comma. */
async function ownedByRequest(entry: Entry, text: string, at: string): Promise<string[]> {
  const answer = await put(`${at}?ownerTeamId=corpus`, text, isJson(entry) ? {} : yaml);
  if (answer.status !== 200) return [`${entry.file}: with an owner: ${answer.text}`];
  const kept = await api.send('GET', isJson(entry) ? at : `${at}/datacontract.yaml`);
  const lines = new Set(kept.text.split('\n'));
  const replacesLines = entry.file.endsWith('owner-not-string.yaml');
  const lost =
    isJson(entry) || replacesLines ? [] : text.split('\n').filter((line) => !lines.has(line));
  const { customProperties } = (await api.send('GET', at)).json;
  await api.send('DELETE', at);
  const owner = customProperties.find(({ property }: Parsed) => property === 'owner');
  return owner?.value === 'corpus' && lost.length === 0
    ? []
    : [`${entry.file}: with an owner: ${JSON.stringify({ owner, lost })}`];
}

describeWithCorpus('every valid public document', () => {
  it.each(['odcs', 'odps', 'dps'] as const)(
    'of %s comes back as it was sent, and sending it back changes nothing',
    async (standard) => {
      const entries = valid(standard);
      expect(entries.length).toBeGreaterThan(1);
      const wrong: string[] = [];
      let unowned = 0;
      for (const entry of entries) {
        const text = fs.readFileSync(path.join(folder, entry.file), 'utf8');
        const document = parse(entry, text);
        const at = `/api/${collections[standard]?.collection}/${encodeURIComponent(document.id ?? 'without-id')}`;
        const owners = ownersOf(document);
        for (const owner of owners)
          await api.send('PUT', `/api/teams/${encodeURIComponent(owner)}`, { body: team(owner) });
        const reason = refused[entry.file];
        const headers = isJson(entry) ? {} : yaml;
        if (document.id === '') {
          // There is no address without an id, and no other one takes it.
          const answer = await put(`${at}unnamed`, text, headers);
          if (answer.json?.code !== 'id_mismatch') wrong.push(`${entry.file}: ${answer.text}`);
          continue;
        }
        if (reason !== undefined) {
          const answer = await put(at, text, headers);
          if (answer.json?.code !== reason)
            wrong.push(`${entry.file}: ${answer.status} ${answer.text}`);
          continue;
        }
        if (owners.length > 0) {
          wrong.push(...(await differences(entry, text, at)));
          continue;
        }
        unowned += 1;
        const answer = await put(at, text, headers);
        if (answer.json?.code !== 'ownership_missing') wrong.push(`${entry.file}: ${answer.text}`);
        if (standard === 'odcs') wrong.push(...(await ownedByRequest(entry, text, at)));
        wrong.push(...(await differences(entry, withOwner(entry, text), at)));
      }
      expect(wrong).toEqual([]);
      expect(unowned).toBe(withoutOwner[standard]);
    },
    120_000,
  );
});
