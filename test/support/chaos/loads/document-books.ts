import type { SendOptions } from '../../http/api.ts';
import { contract, team } from '../../builders/contracts.ts';
import { insistOn } from './books.ts';
import type { Settled } from './books.ts';
import type { Installation } from '../installation.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** A kind of document that the writer writes, with a value that distinguishes its states. */
type WrittenKind = {
  collection: string;
  noun: string;
  body: (id: string, state: string) => Record<string, unknown>;
};

const owner = 'checkout';

const kinds: readonly WrittenKind[] = [
  { collection: 'teams', noun: 'Team', body: (id, name) => team(id, { name }) },
  { collection: 'datacontracts', noun: 'DataContract', body: (id, name) => contract(id, { name }) },
  { collection: 'definitions', noun: 'Definition', body: (id, title) => ({ id, owner, title }) },
  { collection: 'sourcesystems', noun: 'SourceSystem', body: (id, name) => ({ id, name, owner }) },
  { collection: 'tags', noun: 'Tag', body: (id, description) => ({ id, info: { description } }) },
  {
    collection: 'assets',
    noun: 'Asset',
    body: (id, name) => ({ id, info: { owner, name, type: 'table', source: 'shop' }, columns: [] }),
  },
];

/** Expected state of a document with a single writer. */
export type DocumentBook = {
  kind: WrittenKind;
  id: string;
  /** The last acknowledged state; undefined if the document does not exist. */
  state: string | undefined;
  /** Expected types of the events of its writes, in order. */
  events: string[];
};

/** A client that writes documents of all kinds and records the acknowledged writes. */
export type DocumentWriter = {
  books: readonly DocumentBook[];
  /** Acknowledged writes, and attempts without an answer. */
  counts: { acknowledged: number; unknown: number; leftOpen: number };
  /** Makes one write and records its outcome. */
  write: () => Promise<void>;
};

/** Creates a client with one document of each kind. */
export function createDocumentWriter(
  ours: Installation,
  name: string,
  random: SeededRandom,
): DocumentWriter {
  const books = kinds.map((kind): DocumentBook => {
    return { kind, id: `${kind.noun.toLowerCase()}-${name}`, state: undefined, events: [] };
  });
  const counts = { acknowledged: 0, unknown: 0, leftOpen: 0 };
  let states = 0;
  const pathOf = ({ kind, id }: DocumentBook): string => `/api/${kind.collection}/${id}`;
  const ask = (method: string, book: DocumentBook, options?: SendOptions): Promise<Settled> =>
    insistOn(ours, random, method, [pathOf(book), options ?? {}]);
  const note = (book: DocumentBook, state: string | undefined): void => {
    const verb = state === undefined ? 'Deleted' : book.state === undefined ? 'Created' : 'Updated';
    book.events.push(`${book.kind.noun}${verb}Event`);
    book.state = state;
  };
  const put = async (book: DocumentBook): Promise<void> => {
    const state = `state ${name}-${(states += 1)}`;
    const { answer, unknown } = await ask('PUT', book, { body: book.kind.body(book.id, state) });
    expect([pathOf(book), answer.status, answer.text]).toEqual([pathOf(book), 200, answer.text]);
    counts.unknown += unknown;
    note(book, state);
  };
  /** Sends once; without a conclusive answer, reads the document instead of repeating, because both outcomes are valid. */
  const putOnce = async (book: DocumentBook): Promise<void> => {
    const state = `state ${name}-${(states += 1)}`;
    const body = book.kind.body(book.id, state);
    const api = random.between(0, ours.apis.length - 1);
    const answer = await ours
      .send('PUT', pathOf(book), { body, api, signal: AbortSignal.timeout(45_000) })
      .catch(() => undefined);
    if (answer?.status === 200) return note(book, state);
    expect(answer?.status ?? 503).toBe(503);
    counts.leftOpen += 1;
    const { answer: found } = await ask('GET', book);
    if (found.text.includes(`"${state}"`)) note(book, state);
  };
  const remove = async (book: DocumentBook): Promise<void> => {
    const { answer, unknown } = await ask('DELETE', book);
    counts.unknown += unknown;
    // An unanswered attempt may have deleted the document.
    expect([200, 204, ...(unknown > 0 ? [404] : [])]).toContain(answer.status);
    note(book, undefined);
  };
  return {
    books,
    counts,
    write: async () => {
      const book = random.pick(books);
      const dice = random.next();
      if (book.state !== undefined && dice < 0.15) await remove(book);
      else if (dice < 0.4) await putOnce(book);
      else await put(book);
      counts.acknowledged += 1;
    },
  };
}

/** Lists differences between a document and the records of its writer. */
export async function auditBook(ours: Installation, book: DocumentBook): Promise<string[]> {
  const { kind, id, state, events } = book;
  const { status, text } = await ours.send('GET', `/api/${kind.collection}/${id}`);
  const isAsAcknowledged =
    state === undefined ? status === 404 : status === 200 && text.includes(`"${state}"`);
  const told = await ours.database
    .knex('events')
    .where({ subject_id: id })
    .whereIn(
      'type',
      ['Created', 'Updated', 'Deleted'].map((verb) => `${kind.noun}${verb}Event`),
    )
    .orderBy('seq')
    .pluck<string[]>('type');
  return [
    ...(isAsAcknowledged ? [] : [`${id} is ${status} ${text}, acknowledged was ${state}`]),
    ...(told.join() === events.join()
      ? []
      : [`${id} told ${told.join()}, acknowledged were ${events.join()}`]),
  ];
}
