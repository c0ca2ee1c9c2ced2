import type {Seeding} from '../../chapter.ts';
import type {PublicationRow} from '../publications/rows.ts';
import {mirrorRow} from './rows.ts';

/** The oldest book of the first workspace stands on the reader store. */
export function demo(seeding: Seeding): void {
  const [oldest] = seeding.rows<PublicationRow>('publications');
  if (oldest)
    for (const mirror of ['original', 'modified'] as const)
      seeding.put('mirrors', mirrorRow(oldest, mirror, seeding.newSeq()));
}

/** Nothing was pushed in suite worlds. */
export function suite(): void {}
