import fs from 'node:fs';
import path from 'node:path';

import { objectOf, textOf } from '../../domain/standards/json-value.ts';
import { problem } from '../problem.ts';
import { refusalOf } from './catalog.ts';
import type { Catalog, CatalogAnswer } from './catalog.ts';

/** Where the place in the feed is kept: the id of the last event that was handled to its end. */
export type Place = {
  load: () => Promise<string | undefined>;
  save: (lastEventId: string) => Promise<void>;
};

/** Keeps the place in a file; who is killed while it is written finds the place before or the new one. */
export function createFilePlace(file: string, host: string): Place {
  return {
    load: () => {
      if (!fs.existsSync(file)) return Promise.resolve(undefined);
      const state = parse(file);
      const [ofHost, lastEventId] = [textOf(state?.['host']), textOf(state?.['lastEventId'])];
      if (lastEventId === undefined)
        throw problem(`${file} is no state of a simulator: delete it, or name another --state.`);
      if (ofHost !== host)
        throw problem(`${file} is the place in the feed of ${ofHost}: name another --state.`);
      return Promise.resolve(lastEventId);
    },
    save: (lastEventId) => {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const draft = `${file}.draft`;
      fs.writeFileSync(draft, `${JSON.stringify({ host, lastEventId })}\n`, { flush: true });
      fs.renameSync(draft, file);
      return Promise.resolve();
    },
  };
}

function parse(file: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Keeps the place in the catalog itself, as connectors do: registers what does not exist yet. */
export function createConnectorPlace(call: Catalog, id: string): Place {
  const at = `/api/connectors/${encodeURIComponent(id)}`;
  const find = async (): Promise<Record<string, unknown> | undefined> => {
    const answer = await call('GET', at);
    return answer.status === 404 ? undefined : objectOf(successOf(answer, at).json);
  };
  const put = async (connector: object): Promise<void> =>
    void successOf(await call('PUT', at, connector), at);
  return {
    load: async () => {
      const known = await find();
      if (known) return textOf(objectOf(known['state'])?.['lastEventId']);
      await put({ id, info: { type: 'provisioner-simulator' } });
      return undefined;
    },
    save: async (lastEventId) => {
      const known = await find();
      const state = { ...objectOf(known?.['state']), lastEventId };
      await put({ info: { type: 'provisioner-simulator' }, ...known, id, state });
    },
  };
}

function successOf(answer: CatalogAnswer, at: string): CatalogAnswer {
  if (answer.status === 200) return answer;
  throw problem(`The place cannot be kept at ${at}: ${refusalOf(answer)}`);
}
