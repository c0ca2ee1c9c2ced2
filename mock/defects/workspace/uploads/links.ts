import type {Defect, Seam} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';

/** Does not check the signature of a link. */
const unsigned: Seam = {seam: 'skip', situation: 'link-forged', in: ['storage']};

/** Lets a registered file be replaced. */
const replacing: Seam = {seam: 'skip', situation: 'object-registered', in: ['storage']};

/** Defects of presigned upload links (Endpoints, reserve an upload). */
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
    'a later time can be written into the link': unsigned,
  }),
  ...atPlace(
    'reserved by a tool',
    breaking('workspace.uploads.link-lives-30-minutes', {
      'the link of a tool lives a minute longer': {
        seam: 'number',
        number: 'uploads.link_lives_ms',
        add: 60_000,
      },
    }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ),
  ...breaking('workspace.uploads.link-stores-its-own-upload', {
    'the link of one upload stores bytes for another': unsigned,
  }),
  ...breaking('workspace.uploads.registered-bytes-stay', {
    'the upload link still replaces the bytes': replacing,
    'a download link takes other bytes': {seam: 'several', seams: [unsigned, replacing]},
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
