import { getRouteApi } from '@tanstack/react-router';
import { Messages } from '../../features/messages/messages.tsx';

const route = getRouteApi('/framed/messages/{-$conversation}');

/** Conversations of the signed-in person. */
export function MessagesPage() {
  const { conversation } = route.useParams();
  return <Messages id={conversation} search={route.useSearch()} />;
}
