import { Page } from '../components/page.tsx';
import { pageNames } from '../texts/shell.ts';

/** Components in all their states. */
export function StoriesPage() {
  return <Page title={pageNames.stories}>{null}</Page>;
}
