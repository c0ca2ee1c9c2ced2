import type {Row} from '../../world/change.ts';
import type {PublicationRow} from '../publications/rows.ts';

/** A mirror of a publication on the reader store: the original, or the modified working version. */
export interface MirrorRow extends Row {
  publication: string;
  mirror: 'original' | 'modified';
  conversionStatus: string;
  pushing: boolean;
  lastError: string | null;
}

/** A mirror as after a push: the modified one is under way, after a try that failed. */
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

/** A mirror on the wire; store URLs are left out on purpose (Resources, Reader mirror). */
export const renderMirror = (row: MirrorRow): unknown => ({
  mirror: row.mirror,
  conversion_status: row.conversionStatus,
  push_in_flight: row.pushing,
  last_sync_error: row.lastError,
});
