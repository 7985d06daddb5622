import { useState } from 'react';

/** What was typed over stored values; it is forgotten when it is saved or discarded. */
export function useForm<Form extends object>(stored: Form) {
  const [typed, setTyped] = useState<Partial<Form>>({});
  const form = { ...stored, ...typed };
  const names = Object.keys(typed) as (keyof Form)[];
  return {
    form,
    isChanged: names.some((name) => typed[name] !== stored[name]),
    change: (next: Partial<Form>) => setTyped({ ...typed, ...next }),
    forget: () => setTyped({}),
  };
}
