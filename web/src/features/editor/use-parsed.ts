import { useEffect, useRef, useState } from 'react';
import { useSettled } from '../../lib/use-settled.ts';
import type { ParseAnswer, ParseRequest } from './parse-worker.ts';

/** What was found in a text; `text` tells which one it was. */
export type Parsed = Omit<ParseAnswer, 'number'> & { text: string };

const pauseMs = 150;

/** Parses the text beside the page whenever typing pauses. An older answer never replaces a newer one. */
export function useParsed(current: string): Parsed | undefined {
  const text = useSettled(current, pauseMs);
  const [parsed, setParsed] = useState<Parsed>();
  const worker = useRef<Worker>(undefined);
  const sent = useRef<ParseRequest>({ number: 0, text: '' });
  useEffect(() => {
    const started = new Worker(new URL('parse-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<ParseAnswer>) => {
      if (data.number === sent.current.number) {
        setParsed({ id: data.id, problems: data.problems, text: sent.current.text });
      }
    });
    worker.current = started;
    return () => started.terminate();
  }, []);
  useEffect(() => {
    sent.current = { number: sent.current.number + 1, text };
    worker.current?.postMessage(sent.current);
  }, [text]);
  return parsed;
}
