import type {Seeding} from '../../chapter.ts';
import type {PublicationRow} from '../publications/rows.ts';
import {mirrorRow} from './rows.ts';

/** The demo world: the oldest book has both mirrors on the reader store. */
export function demo(seeding: Seeding): void {
  const [oldest] = seeding.rows<PublicationRow>('publications');
  if (oldest)
    for (const mirror of ['original', 'modified'] as const)
      seeding.put('mirrors', mirrorRow(oldest, mirror, seeding.newSeq()));
}

/** A suite world has no mirrors: checks push what they need through the control plane. */
export function suite(): void {}
