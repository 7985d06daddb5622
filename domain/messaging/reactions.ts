import { refuse } from '../errors.ts';
import { usernameKey } from './contact.ts';
import type { MessageChange } from './message-write.ts';

/** The longest name of a reaction, in characters. */
const longestName = 100;

/** How many reactions of a contact a message has at most. */
const mostReactions = 50;

/** How many different reactions of all contacts a message has at most. */
const mostNames = 100;

/** Refuses with `invalid_body` when a message would have too many reactions of a contact, or too many different ones. */
export function assertFew({ own, names }: { own: number; names: number }): void {
  if (own > mostReactions) {
    refuse('invalid_body', `reactions: you can have at most ${mostReactions} on a message.`);
  }
  if (names > mostNames) {
    refuse('invalid_body', `reactions: a message can have at most ${mostNames} different ones.`);
  }
}

/** What a contact does with its reactions to a message: what it adds, and what it takes away (`all`, or these). */
export type ReactionChange = { add: readonly string[]; remove: 'all' | readonly string[] };

/**
 * What a contact wants by `reactions` (decisions §9): a name with its username is added, one with nobody is taken away, and
 * an empty array takes all away. Of a name that comes twice the last counts. Refuses with `permission_denied` when it speaks
 * for somebody else, and with `invalid_body` names that are empty or too long.
 */
export function readReactions(
  reactions: NonNullable<MessageChange['reactions']>,
  username: string,
): ReactionChange {
  if (!Array.isArray(reactions)) return readNamed([reactions], username);
  return reactions.length === 0 ? { add: [], remove: 'all' } : readNamed(reactions, username);
}

function readNamed(
  objects: readonly Record<string, readonly string[]>[],
  username: string,
): ReactionChange {
  const wanted = new Map<string, boolean>();
  for (const object of objects) {
    for (const [name, usernames] of Object.entries(object)) {
      assertName(name);
      wanted.set(name, names(usernames, username));
    }
  }
  const add = [...wanted].filter(([, isAdded]) => isAdded).map(([name]) => name);
  const remove = [...wanted].filter(([, isAdded]) => !isAdded).map(([name]) => name);
  return { add, remove };
}

function assertName(name: string): void {
  if (name.length === 0) refuse('invalid_body', 'reactions: a reaction needs a name.');
  // Characters, not halves of them: many names are emoji.
  if (name.length <= longestName || Array.from(name).length <= longestName) return;
  refuse('invalid_body', `reactions: a name can have at most ${longestName} characters.`);
}

/** Whether the caller is named. */
function names(usernames: readonly string[], username: string): boolean {
  for (const each of usernames) {
    if (usernameKey(each) === usernameKey(username)) continue;
    refuse('permission_denied', `reactions: you are '${username}' and cannot react as '${each}'.`);
  }
  return usernames.length > 0;
}
