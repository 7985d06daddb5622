import { refuse } from '../errors.ts';
import { usernameKey } from './contact.ts';
import type { MessageChange } from './message-write.ts';

/** Maximum length of a reaction's name, in characters. */
const maxNameLength = 100;

/** Maximum number of reactions of one contact to a message. */
const maxReactions = 50;

/** Maximum number of different reactions of all contacts to a message. */
const maxNames = 100;

/**
 * Refuses with `invalid_body` too many reactions of a contact, or too many different reactions, to a message.
 */
export function assertFew({ own, names }: { own: number; names: number }): void {
  if (own > maxReactions) {
    refuse('invalid_body', `reactions: you can have at most ${maxReactions} on a message.`);
  }
  if (names > maxNames) {
    refuse('invalid_body', `reactions: a message can have at most ${maxNames} different ones.`);
  }
}

/** The change of a contact's reactions to a message: names to add, and names to remove (or `all`). */
export type ReactionChange = { add: readonly string[]; remove: 'all' | readonly string[] };

/**
 * Reads the requested `reactions` of a contact: a name with its username is added, a name without usernames is
 * removed, and an empty array removes all. The last of duplicate names counts. Refuses with `permission_denied`
 * reactions of other contacts, and with `invalid_body` names that are empty or too long.
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
  // Counts characters, not surrogate halves: many names are emoji.
  if (name.length <= maxNameLength || Array.from(name).length <= maxNameLength) return;
  refuse('invalid_body', `reactions: a name can have at most ${maxNameLength} characters.`);
}

/** True if the caller is named. */
function names(usernames: readonly string[], username: string): boolean {
  for (const each of usernames) {
    if (usernameKey(each) === usernameKey(username)) continue;
    refuse('permission_denied', `reactions: you are '${username}' and cannot react as '${each}'.`);
  }
  return usernames.length > 0;
}
