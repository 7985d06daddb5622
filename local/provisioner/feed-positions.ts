import fs from 'node:fs';
import path from 'node:path';

import { objectOf, textOf } from '../../domain/standards/json-value.ts';
import { problem } from '../problem.ts';
import { refusalOf } from './catalog.ts';
import type { Catalog, CatalogAnswer } from './catalog.ts';

/** Storage of the position in the feed: the id of the last handled event. */
export type PositionStore = {
  load: () => Promise<string | undefined>;
  save: (lastEventId: string) => Promise<void>;
};

/** Stores the position in a file, atomically. */
export function createFilePositionStore(file: string, host: string): PositionStore {
  return {
    load: () => {
      if (!fs.existsSync(file)) return Promise.resolve(undefined);
      const state = parse(file);
      const [ofHost, lastEventId] = [textOf(state?.['host']), textOf(state?.['lastEventId'])];
      if (lastEventId === undefined)
        throw problem(
          `${file} is not a state file of the simulator: delete it, or use another --state.`,
        );
      if (ofHost !== host)
        throw problem(`${file} has the position in the feed of ${ofHost}: use another --state.`);
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

/** Stores the position in the catalog itself, as connectors do: registers the connector if it does not exist. */
export function createConnectorPositionStore(call: Catalog, id: string): PositionStore {
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
  throw problem(`The position cannot be stored at ${at}: ${refusalOf(answer)}`);
}
