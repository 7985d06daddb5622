/** A server-sent event with what pages need of it. */
export type ServerSentEvent = { id: string; data: string };

/** Takes the complete events off the text; `rest` is the beginning of the next one. */
export function cutEvents(text: string): { events: ServerSentEvent[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.map((block) => {
    const lines = block.split('\n');
    const field = (name: string): string =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
    return { id: field('id'), data: field('data') };
  });
  return { events: events.filter(({ data }) => data !== ''), rest };
}
