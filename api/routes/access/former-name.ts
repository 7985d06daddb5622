import type { Route } from '../../route.ts';
import type { Answer, Handled } from '../../exchange.ts';

const [former, present] = ['/api/datausageagreements', '/api/access'];

/** Accesses were called data usage agreements until 2024. */
const deprecation = `@${Date.parse('2024-01-01') / 1000}`;

/** The routes of accesses under their former name, for existing clients; openapi.json does not describe them. */
export function underFormerName(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    hidden: true,
    sends: [...(route.sends ?? []), 'deprecation', 'link'],
    path: route.path.replace(present, former),
    handle: async (request) => {
      const handled = await route.handle(request);
      const successor = request.url.pathname.replace(former, present);
      return isAnswer(handled) ? deprecated(handled, successor) : handled;
    },
  }));
}

const isAnswer = (handled: Handled): handled is Answer => 'status' in handled;

function deprecated(answer: Answer, successor: string): Answer {
  const { headers = {} } = answer;
  const links = [headers['link'], `<${successor}>; rel="successor-version"`];
  const link = links.filter((each) => each !== undefined).join(', ');
  return { ...answer, headers: { ...headers, deprecation, link } };
}
