import { getRouteApi } from '@tanstack/react-router';
import { Inbox } from '../features/inbox/inbox.tsx';

const route = getRouteApi('/framed/inbox');

/** What the person may decide. */
export function InboxPage() {
  return <Inbox place={route.useSearch()} />;
}
