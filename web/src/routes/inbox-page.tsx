import { Page } from '../components/page.tsx';
import { pageNames } from '../texts/shell.ts';

/** What the person may decide. */
export function InboxPage() {
  return <Page title={pageNames.inbox}>{null}</Page>;
}
