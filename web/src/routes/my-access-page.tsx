import { Page } from '../components/page.tsx';
import { pageNames } from '../texts/shell.ts';

/** The accesses of the person and their teams. */
export function MyAccessPage() {
  return <Page title={pageNames.myAccess}>{null}</Page>;
}
