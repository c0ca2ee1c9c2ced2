import type {Defect} from '../../../defect.ts';
import {breaking} from '../../breaking.ts';

/** Presigned upload links (Endpoints, reserve an upload). */
export const links: Defect[] = [
  ...breaking('workspace.uploads.link-needs-no-key', {
    'storage requires a key': {seam: 'ability', in: ['storage'], also: 'library:write'},
    'uploaded bytes are lost': {seam: 'change', in: ['storage'], table: 'objects', drop: true},
  }),
  ...breaking('workspace.uploads.link-lives-30-minutes', {
    'the link expires 10 seconds early': {
      seam: 'number',
      number: 'uploads.link_lives_ms',
      add: -10_000,
    },
    'the link expires 10 seconds late': {
      seam: 'number',
      number: 'uploads.link_lives_ms',
      add: 10_000,
    },
    'the link never expires': {seam: 'skip', situation: 'link-expired', in: ['storage']},
  }),
  ...breaking('workspace.uploads.expired-link-lands-nothing', {
    'an expired link is refused but stores the bytes': {
      seam: 'effect',
      situation: 'link-expired',
      in: ['storage'],
    },
    'an expired link stores the bytes': {seam: 'skip', situation: 'link-expired', in: ['storage']},
    'an expired link is refused but replaces stored bytes': {
      seam: 'effect',
      situation: 'link-expired',
      in: ['storage'],
      over: true,
    },
  }),
  ...breaking('workspace.uploads.signed-headers-are-needed', {
    'bytes are stored without the signed headers': {
      seam: 'skip',
      situation: 'link-headers',
      in: ['storage'],
    },
  }),
];
