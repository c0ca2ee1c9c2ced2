/** The requests that name what a workspace has: every operation with the id of a publication or of a file. */

import type {Val} from '../../spec/value.ts';
import type {Request, Requests} from '../language/requests.ts';
import type {Script} from '../language/script.ts';
import {reserve} from './publishing.ts';
import {publishWithFile, readCurrent} from './running.ts';

/** The reads that name a publication. */
export const READS_OF_PUBLICATION = [
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
] as const;

/** Every operation that names a publication or a file. */
export const NAMING = [...READS_OF_PUBLICATION, 'startRun', 'downloadFile'] as const;

/** An operation of `NAMING`. */
export type Naming = (typeof NAMING)[number];

/** The ids of a publication and its file. */
interface Ids {
  publication: Val;
  file: Val;
}

/** The ids of a publication that a workspace has registered as set-up. */
export const idsIn = (s: Script, registration = publishWithFile(s)): Ids => ({
  publication: registration.at('/id'),
  file: readCurrent(s, registration).at('/id'),
});

/** Ids of which nothing exists. */
export const unknownIds = (s: Script): Ids => ({
  publication: reserve(s).at('/publication_id'),
  file: s.sample('unknown_file'),
});

/** Some of the reads that name a publication. */
export const readsOf = <N extends string>(
  publication: Val,
  operations: readonly N[],
): Requests<N> =>
  Object.fromEntries(
    operations.map((op): [N, Request] => [op, [op, {path: {publication}}]]),
  ) as Requests<N>;

/** The reads of a publication and its file. */
export const readsNaming = ({publication, file}: Ids): Requests<Exclude<Naming, 'startRun'>> => ({
  ...readsOf(publication, READS_OF_PUBLICATION),
  downloadFile: ['downloadFile', {path: {file}}],
});

/** The request to each operation that names a publication or its file. */
export const requestsNaming = (s: Script, ids: Ids): Requests<Naming> => ({
  ...readsNaming(ids),
  startRun: [
    'startRun',
    {path: {publication: ids.publication}, body: {tool: s.sample('unmetered_tool')}},
  ],
});
