import { useEffect } from 'react';
import { createStore } from './store.ts';

/** A page above the current one. */
export type Crumb = { name: string; href: string };

/** The breadcrumb of the current page, which the top bar shows. */
export const trail = createStore<{ above: readonly Crumb[]; current: string }>({
  above: [],
  current: '',
});

const none: readonly Crumb[] = [];

/** Tells the frame where this page is, and names the window after it. */
export function useTrail(title: string, above: readonly Crumb[] = none, crumb = title): void {
  const key = JSON.stringify(above);
  useEffect(() => {
    document.title = `${title} · Concordat`;
    trail.set({ above: JSON.parse(key) as readonly Crumb[], current: crumb });
  }, [title, key, crumb]);
}
