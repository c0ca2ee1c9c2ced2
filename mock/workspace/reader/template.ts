import type {Seeder} from '../../chapter.ts';
import type {PublicationRow} from '../publications/rows.ts';
import {mirrorRow} from './rows.ts';

/** The demo world: the oldest book has both mirrors on the reader store. */
export function demo(seeder: Seeder): void {
  const [oldest] = seeder.rows<PublicationRow>('publications');
  if (oldest)
    for (const mirror of ['original', 'modified'] as const)
      seeder.put('mirrors', mirrorRow(oldest, mirror, seeder.newSeq()));
}

/** A suite world has no mirrors: checks push what they need through the control plane. */
export function suite(): void {}
