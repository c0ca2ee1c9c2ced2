import {DAY_MS} from '../../../spec/durations.ts';
import {defined} from '../../../spec/defined.ts';
import type {Seeder} from '../../chapter.ts';
import {formatNamed, formatOf, titleOf} from '../uploads/formats.ts';
import {newPublication} from './new-publication.ts';

/** Publications of the demo world. */
const DEMO_PUBLICATIONS: [workspace: string, filename: string, daysAgo: number][] = [
  ['ws_harbour', 'the-salt-road.epub', 61],
  ['ws_harbour', 'a-field-guide-to-harbours.pdf', 47],
  ['ws_harbour', 'letters-from-the-pier.epub', 33],
  ['ws_harbour', 'knots-and-splices.pdf', 20],
  ['ws_harbour', 'winter-tides.m4b', 12],
  ['ws_harbour', 'the-ferryman.docx', 5],
  ['ws_lighthouse', 'night-watch.mp3', 9],
  ['ws_lighthouse', 'signals.m4b', 2],
];

/** The demo world: some books and audiobooks, with their files in storage. */
export function demo(seeder: Seeder): void {
  for (const [tenant, filename, daysAgo] of DEMO_PUBLICATIONS) {
    const extension = defined(formatOf(filename), `the format of ${filename}`);
    const {type, contentType} = formatNamed(extension);
    const bytes = seeder.sampleFile(extension, titleOf(filename));
    const at = seeder.now - daysAgo * DAY_MS;
    const title = titleOf(filename);
    const values = {tenant, type, filename, title, size: bytes.length, at};
    const {publication, file} = newPublication(seeder, values);
    seeder.put('publications', publication);
    if (!file) continue;
    seeder.put('files', file);
    seeder.object(file.object, bytes, contentType);
  }
}

/** A suite world has no publications: checks register what they need. */
export function suite(): void {}
