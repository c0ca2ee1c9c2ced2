import type {Exchange} from '../../spec/exchange.ts';
import type {Setup} from '../language/check.ts';
import {List} from '../tables/list.ts';
import {seconds, type Handle, type Script} from '../language/script.ts';
import {register, reserve} from './publishing.ts';
import {readUntilEnded, listFiles, start} from './running.ts';

/** A publication before any tool ran. */
export interface Uploaded {
  reservation: Handle;
  /** The upload, whose request has the size and the digest of the bytes. */
  sent: Handle;
  /** The response to the registration. */
  registration: Handle;
  /** The working version once the file is there. */
  original: Handle;
}

/** Records a publication as set-up, before any tool ran. */
export function publishBeforeTools(s: Script): Uploaded {
  const reservation = reserve(s);
  const sent = s.upload(reservation, {expects: 'stored'});
  const registration = register(s, reservation, {expects: 'registered'});
  return {
    reservation,
    registration,
    sent,
    original: s.call('getCurrentPublicationFile', {
      path: {publication: registration.at('/id')},
      until: {other: 404},
      expects: 'current',
    }),
  };
}

/** A publication with versions. */
export interface Versioned {
  /** Its registration. */
  registration: Handle;
  /** Its version list before any tool ran. */
  before: Handle;
  /** Its working version before any tool ran. */
  original: Handle;
  /** How many versions it has when every tool succeeded. */
  versions: number;
}

/**
 * Runs tools one after the other on a new publication. They may fail: the version list, the working
 * version and the publication must agree in any case.
 */
const afterTools =
  (versions: number, ...tools: string[]) =>
  (s: Script): Versioned => {
    const {registration, original} = publishBeforeTools(s);
    const before = listFiles(s, registration);
    for (const tool of tools)
      readUntilEnded(s, start(s, registration, tool, {expects: 'accepted'}));
    // A read may lag a moment behind the end of a run.
    if (tools.length) s.advance(seconds(5));
    return {registration, before, original, versions};
  };

/**
 * A publication with three versions, of which the second is the working one; with fewer if the
 * target names no such tools.
 */
export const versioned: Setup<Versioned> = {
  id: 'workspace: a publication with versions',
  reusable: true,
  ways: [
    afterTools(3, 'replacing_tool', 'deriving_tool'),
    afterTools(2, 'replacing_tool'),
    afterTools(1),
  ],
};

/** The version list of a publication. */
export const versionList = new List({kind: 'version', idIn: ({body}) => body?.id as unknown});

/** Ids of the rows of a version list that say `current: true`. */
export const flagged = (list: Exchange): unknown[] =>
  versionList.rows(list).flatMap(({id, current}) => (current === true ? [id] : []));
