import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {Row} from '../../../world/change.ts';
import {receiving, seeing} from '../../breaking.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {listing, reading, type Shown} from './altered-uploads.ts';
import {throughTools} from './runs.ts';

/** UTF-8 that was decoded as Latin-1. */
const mangled = (text: string | null): string | null =>
  text && Buffer.from(text, 'utf8').toString('latin1');

const numeric = ({title}: Shown): object =>
  title !== null && /^\d+$/.test(title) ? {title: String(Number(title))} : {};

/** Defects of ids, keys and ownership. */
const access: ParticularDefect[] = [
  ...particular('ids', 'workspace.access.key-has-its-letter-case', {
    'a key in capitals is accepted': [
      'A key in capitals is taken for the one in small letters.',
      {seam: 'credential', table: 'keys', edit: {like: 'other-case'}},
    ],
  }),
  ...particular('ids', 'workspace.publications.unknown-is-not-found', {
    'an id with something appended is found': [
      'Reading a publication by its id with more characters after it finds the publication.',
      seeing(['getPublication'], (view) => ({
        find: <R extends Row>(table: string, key: string) => {
          const where = (row: Row): boolean => key.startsWith(row.key);
          const [row] = view.newest<Row>(table, {limit: 1, where});
          return view.find<R>(table, key) ?? (row as R | undefined);
        },
      })),
    ],
  }),
  ...particular('ids', 'workspace.downloads.unknown-is-not-found', {
    'capitals of a file id do not matter': [
      'A file id in capitals is taken for the one in small letters.',
      receiving(['downloadFile'], ({path}) => ({
        path: {...path, file: (path['file'] ?? '').toLowerCase()},
      })),
    ],
  }),
  ...particular('tenants', 'workspace.access.foreign-is-not-found', {
    'a publication with the name of an own one is found': [
      'A publication of another workspace can be read when an own one has the same file name.',
      seeing(['getPublication'], (view) => ({
        find: <R extends Row>(table: string, key: string) => {
          const foreign = view.anywhere<Row>(table, key) as PublicationRow | undefined;
          const where = ({filename}: PublicationRow): boolean => filename === foreign?.filename;
          const isLike = view.newest<PublicationRow>(table, {limit: 1, where}).length > 0;
          return view.find<R>(table, key) ?? (isLike ? (foreign as R | undefined) : undefined);
        },
      })),
    ],
  }),
];

/** Defects of titles in tools (Rule 4). */
const titles: ParticularDefect[] = [
  ...throughTools('representations', 'tool-answers-as-the-operation', {
    'tools mangle titles outside ASCII': [
      'A tool shows the UTF-8 of a title with letters outside ASCII as if it were Latin-1.',
      reading(({title}) => ({title: mangled(title)})),
    ],
    'the list of a tool drops zeros of titles': [
      'The tool that lists publications shows a title of digits without its leading zeros.',
      listing(numeric),
    ],
  }),
];

/** Defects of access, ids and tools. */
export const accesses: ParticularDefect[] = [...access, ...titles];
