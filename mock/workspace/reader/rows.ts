import type {Row} from '../../world/change.ts';
import type {PublicationRow} from '../publications/rows.ts';

/** A mirror of a publication on the reader store: the original, or the modified working version. */
export interface MirrorRow extends Row {
  /** Key of the publication. */
  publication: string;
  mirror: 'original' | 'modified';
  conversionStatus: string;
  /** A push to the store is in progress. */
  pushing: boolean;
  /** Message of the last failed push. */
  lastError: string | null;
}

/**
 * The mirror after a push: the original is converted, the modified one is being pushed again after a failure, so that
 * clients meet both cases.
 */
export const mirrorRow = (
  publication: PublicationRow,
  mirror: MirrorRow['mirror'],
  seq: number,
): MirrorRow => ({
  key: `${publication.key} ${mirror}`,
  tenant: publication.tenant,
  seq,
  publication: publication.key,
  mirror,
  conversionStatus: 'converted',
  pushing: mirror === 'modified',
  lastError: mirror === 'modified' ? 'The store did not answer in time.' : null,
});

/** A mirror in the form of responses; it never contains a store URL (Resources, Reader mirror). */
export const renderMirror = (row: MirrorRow): unknown => ({
  mirror: row.mirror,
  conversion_status: row.conversionStatus,
  push_in_flight: row.pushing,
  last_sync_error: row.lastError,
});
