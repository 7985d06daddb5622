import type { Event } from 'js-yaml';

export function positionOf(text: string, offset: number): { line: number; column: number };
export function documentStart(events: readonly Event[], document: number): number | undefined;
export function complexKeyStart(text: string, events: readonly Event[]): number | undefined;
