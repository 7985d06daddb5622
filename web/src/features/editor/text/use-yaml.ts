import { useEffect, useRef, useState } from 'react';
import { editModel, valueAt } from '../../../lib/yaml/edits.ts';
import type { YamlEdit, YamlPath } from '../../../lib/yaml/edits.ts';
import type { LinePlace } from '../../../lib/yaml/line-of.ts';
import type { YamlProblem } from '../../../lib/yaml/parse.ts';
import type { YamlAnswer, YamlPlace, YamlQuestion } from './yaml-worker.ts';

type Reader = {
  ask: (text: string, edit?: YamlEdit) => Promise<YamlAnswer>;
  locate: (text: string, path: YamlPath) => Promise<LinePlace | undefined>;
  stop: () => void;
};

/** Starts a worker with the first question; answers come in any order. */
function createReader(): Reader {
  const waiting = new Map<number, (answer: YamlAnswer & YamlPlace) => void>();
  let worker: Worker | undefined;
  let number = 0;
  const start = (): Worker => {
    const started = new Worker(new URL('./yaml-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<YamlAnswer & YamlPlace>) => {
      waiting.get(data.number)?.(data);
      waiting.delete(data.number);
    });
    return started;
  };
  const send = (question: Omit<YamlQuestion, 'number'>) => {
    worker ??= start();
    number += 1;
    const answered = new Promise<YamlAnswer & YamlPlace>((resolve) => waiting.set(number, resolve));
    worker.postMessage({ number, ...question } satisfies YamlQuestion);
    return answered;
  };
  return {
    ask: (text, edit) => send({ text, ...(edit && { edit }) }),
    locate: async (text, path) => (await send({ text, locate: path })).place,
    stop: () => {
      worker?.terminate();
      worker = undefined;
    },
  };
}

/** A worker for as long as the component is shown. */
function useReader(): Reader {
  const [reader] = useState(createReader);
  useEffect(() => reader.stop, [reader]);
  return reader;
}

const readAfterMs = 150;

/** What was found in a text; `text` tells which one it was. */
export type Parsed = { text: string; id: string | undefined; problems: readonly YamlProblem[] };

export type TextModel = ReturnType<typeof useYaml>;

function parsedOf({ text, model, problems }: YamlAnswer): Parsed {
  const id: unknown = valueAt(model, ['id']);
  return { text, id: typeof id === 'string' ? id : undefined, problems };
}

/**
 * What a text says: typing changes the text, a form edits the model, and both follow each other. The model of a text that does not
 * parse is the one before.
 */
export function useYaml(text: string, setText: (text: string) => void) {
  const { ask, locate } = useReader();
  const [parsed, setParsed] = useState<Parsed>();
  const [model, setModel] = useState<unknown>();
  const current = useRef(text);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waitingEdits = useRef(0);
  const isFirst = parsed === undefined;
  useEffect(() => {
    current.current = text;
    const read = (answer: YamlAnswer) => {
      if (answer.text !== current.current || waitingEdits.current > 0) return;
      setParsed(parsedOf(answer));
      if (answer.problems.length === 0) setModel(answer.model);
    };
    const timer = setTimeout(() => void ask(text).then(read), isFirst ? 0 : readAfterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new text is read
  }, [text, ask]);
  /** Edits the newest text; one that was typed meanwhile is edited instead. */
  const write = async (edit: YamlEdit): Promise<void> => {
    for (;;) {
      const before = current.current;
      const answer = await ask(before, edit);
      if (before !== current.current) continue;
      current.current = answer.text;
      setParsed(parsedOf(answer));
      setText(answer.text);
      return;
    }
  };
  const edit = (wanted: YamlEdit): void => {
    setModel((before: unknown) => editModel(before, wanted));
    waitingEdits.current += 1;
    queue.current = queue.current
      .then(() => write(wanted))
      .finally(() => (waitingEdits.current -= 1));
  };
  return { parsed, model, edit, locate: (path: YamlPath) => locate(current.current, path) };
}
