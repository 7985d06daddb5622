import type { Message } from '../types.ts';

/** A reaction to a message, and who gave it. */
export type Reaction = { name: string; usernames: readonly string[] };

/** The reactions of a message, each name once. */
export function reactionsOf({ reactions }: Message): Reaction[] {
  return reactions.flatMap((each) =>
    Object.entries(each).map(([name, usernames]) => ({ name, usernames })),
  );
}

/** The message as it is with or without the reaction of this person. */
export function withReaction(
  message: Message,
  name: string,
  username: string,
  isGiven: boolean,
): Message {
  const others = reactionsOf(message).map((each) =>
    each.name === name
      ? { ...each, usernames: each.usernames.filter((known) => known !== username) }
      : each,
  );
  const known = others.some((each) => each.name === name);
  const all = known || !isGiven ? others : [...others, { name, usernames: [] }];
  const given = all.map((each) =>
    each.name === name && isGiven ? { ...each, usernames: [...each.usernames, username] } : each,
  );
  return {
    ...message,
    reactions: given
      .filter(({ usernames }) => usernames.length > 0)
      .map((each) => ({ [each.name]: [...each.usernames] })),
  };
}
