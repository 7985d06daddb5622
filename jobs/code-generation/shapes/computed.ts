import type { ContractTable } from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from './notes.ts';

/** Adds one note for a table whose measures and computed dimensions are not written. */
export function noteComputed({ name, computed }: ContractTable, notes: Notes): void {
  if (computed.length === 0) return;
  const names = computed.map((property) => property.name).join(', ');
  notes.add(name, 'what is computed of its columns is left out: {}', names);
}
