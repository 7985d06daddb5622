import { useEffect, useState } from 'react';

const nameOf = (page: string) => `concordat-draft ${page}`;

function storedDraft(page: string): string | null {
  try {
    return sessionStorage.getItem(nameOf(page));
  } catch {
    return null;
  }
}

/** True if something was typed on the page and not sent. */
export const hasDraft = (page: string): boolean => storedDraft(page) !== null;

/** A form that survives leaving and reloading the page, per page and id. Never for secrets. */
export function useDraft<Form>(
  page: string,
  initial: Form,
): [form: Form, change: (form: Form) => void, forget: () => void] {
  const [form, setForm] = useState<Form>(() => {
    const stored = storedDraft(page);
    return stored === null ? initial : { ...initial, ...(JSON.parse(stored) as Form) };
  });
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    try {
      sessionStorage.setItem(nameOf(page), JSON.stringify(form));
    } catch {
      // A full or switched-off storage only costs the draft.
    }
  }, [page, form, isChanged]);
  const change = (next: Form) => {
    setChanged(true);
    setForm(next);
  };
  const forget = () => {
    setChanged(false);
    sessionStorage.removeItem(nameOf(page));
  };
  return [form, change, forget];
}
