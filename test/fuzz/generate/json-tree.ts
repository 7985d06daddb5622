import type { Choices } from './choices.ts';
import { hostileName, hostileText, hostileValue } from './hostile-texts.ts';

type Holder = Record<string, unknown> | unknown[];
/** A slot in a JSON value: its container and its name or index. */
type Slot = { holder: Holder; name: string | number };

/** Sets a member of any name: a plain assignment of `__proto__` would set the prototype. */
export function setMember(holder: Holder, name: string | number, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A deep copy of a JSON value, in which `__proto__` stays an own member. */
export function copyJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** JSON text of a value; `rawNumber` marks numbers that JavaScript lacks. */
export function toJsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(/"@@([^"@]*)@@"/g, '$1');
}

/** Every slot in the value, except the value itself; at most a few thousand. */
export function slotsOf(root: unknown): Slot[] {
  const slots: Slot[] = [];
  const open: unknown[] = [root];
  while (open.length > 0 && slots.length < 3_000) {
    const holder = open.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    for (const name of Object.keys(holder)) {
      slots.push({ holder: holder as Holder, name: Array.isArray(holder) ? Number(name) : name });
      open.push((holder as Record<string, unknown>)[name]);
    }
  }
  return slots;
}

const valueAt = ({ holder, name }: Slot): unknown => (holder as Record<string, unknown>)[name];

type Mutation = (slot: Slot, choices: Choices) => void;

const replaceValue: Mutation = (slot, choices) =>
  setMember(slot.holder, slot.name, hostileValue(choices));

const replaceText: Mutation = (slot, choices) =>
  setMember(slot.holder, slot.name, hostileText(choices));

const removeValue: Mutation = ({ holder, name }) => {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
};

const renameMember: Mutation = (slot, choices) => {
  const value = valueAt(slot);
  removeValue(slot, choices);
  setMember(slot.holder, Array.isArray(slot.holder) ? slot.name : hostileName(choices), value);
};

const addMember: Mutation = (slot, choices) => {
  const value = valueAt(slot);
  const holder =
    typeof value === 'object' && value !== null && choices.chance(0.7)
      ? (value as Holder)
      : slot.holder;
  if (Array.isArray(holder)) holder.push(hostileValue(choices));
  else setMember(holder, hostileName(choices), choices.chance(0.5) ? hostileValue(choices) : 'x');
};

const repeatElement: Mutation = (slot, choices) => {
  if (!Array.isArray(slot.holder)) return wrapValue(slot, choices);
  const times = choices.pick([1, 2, 50, 300]);
  for (let n = 0; n < times; n += 1) slot.holder.push(valueAt(slot));
};

const wrapValue: Mutation = (slot, choices) =>
  setMember(slot.holder, slot.name, choices.chance(0.5) ? [valueAt(slot)] : { a: valueAt(slot) });

const appendText: Mutation = (slot, choices) => {
  const value = valueAt(slot);
  const text = typeof value === 'string' ? value : toJsonText(value);
  setMember(slot.holder, slot.name, `${text}${hostileText(choices)}`);
};

/** Sets one to four slots in a copy of a JSON value to unexpected values. */
export function mutateJson(value: unknown, choices: Choices): unknown {
  const root = { value: copyJson(value) };
  const times = choices.weighted([
    [5, 1],
    [3, 2],
    [1, 4],
  ]);
  for (let n = 0; n < times; n += 1) {
    const slots = slotsOf(root);
    if (slots.length === 0) break;
    const mutate = choices.weighted<Mutation>([
      [4, replaceValue],
      [3, replaceText],
      [2, removeValue],
      [2, renameMember],
      [3, addMember],
      [1, repeatElement],
      [1, wrapValue],
      [1, appendText],
    ]);
    mutate(choices.pick(slots), choices);
  }
  return root.value;
}
