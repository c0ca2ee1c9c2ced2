import type {Chapter} from '../../chapter.ts';
import {conversionEnds} from './conversion.ts';
import {deleteIssue} from './delete-issue.ts';
import type {Issue} from './issue.ts';
import {listIssues} from './list-issues.ts';
import {partsOf} from './name-parts.ts';
import {getIssue} from './read-issue.ts';
import {deferConversion, resumeConversion, switchContent, switchPhysical} from './switches.ts';
import {demo, suite} from './template.ts';
import {createIssue, updateIssue} from './write-issue.ts';

/** Under which state of conversion an issue is looked for; none when nothing is to happen. */
const waiting = ({conversion}: Issue): string | undefined =>
  conversion?.state === 'converting' || conversion?.state === 'deferred'
    ? conversion.state
    : undefined;

/** The content of a store, digital and physical (Endpoints / Content). */
export const content: Chapter = {
  name: 'store/content',
  tables: {
    issues: {
      indexes: {
        external_id: {of: (issue: Issue) => issue.external_id ?? undefined},
        conversion: {of: waiting},
        name_part: {of: (issue: Issue) => partsOf(issue.name)},
      },
    },
  },
  numbers: {
    'content.page_size': 15,
    'content.conversion_ms': 5000,
    'content.slow_conversion_ms': 600_000,
  },
  freedoms: {
    /** `file` of a digital issue before its conversion: an `object` or `null` (NS-ST-55). */
    'content.file_before_conversion': 'object',
    /** Members that say nothing are `null`, or `empty`: `""`, false, 0 (NS-ST-56). */
    'content.unset': 'null',
    /** What a price of 9 is: nine `units`, or nine `cents` (NS-ST-57). */
    'content.prices_are': 'units',
    /** `conversion_status` while a conversion goes on: `documented`, or `queued` (NS-ST-58). */
    'content.converting_status': 'documented',
    /** A conversion is over `later`, or `at_once` (NS-ST-58). */
    'content.converts': 'later',
    /** A file of more than 256 MB fails in its conversion (`failed`), or is `refused` (NS-ST-59). */
    'content.too_large': 'failed',
    /** Characters of an external_id at most; 0: any number (NS-ST-60). */
    'content.longest_external_id': 0,
    /** `stock`: `any`, a `boolean` or an `integer` (NS-ST-61). */
    'content.stock': 'any',
    /** `query` finds by the external_id, too (NS-ST-62). */
    'content.query_by_external_id': false,
    /** Deletion takes the external_id, too (NS-ST-62). */
    'content.delete_by_external_id': false,
    /** A search that finds nothing: 404 (`not_found`) or an `empty` page (NS-ST-63). */
    'content.nothing_found': 'not_found',
    /** Order of lists: `newest` or `oldest` first (NS-ST-63). */
    'content.order': 'newest',
    /** Names that `query` finds: those that `contain` it, or are `exact`ly it (NS-ST-63). */
    'content.query_by_name': 'contain',
    /** Another file or extension in an update: `ignored` or `refused` (NS-ST-64). */
    'content.file_change': 'ignored',
    /** What an update needs: `nothing`, or what an upload needs but the file (`all`) (NS-ST-65). */
    'content.update_needs': 'nothing',
    /** Members that an update leaves out: `kept` or `reset` (NS-ST-65). */
    'content.omitted': 'kept',
    /** Lists of terms that an update leaves out: `cleared` or `kept` (NS-ST-65). */
    'content.omitted_lists': 'cleared',
    /** A price in a currency that is not listed: `refused` or `taken` (NS-ST-66). */
    'content.unlisted_currency': 'refused',
    /** Response for content of another store: 404 (`not_found`) or 403 (`forbidden`) (NS-ST-78). */
    'content.foreign': 'not_found',
    /** What stands around a read issue: nothing (`bare`), `data`, or `issue` within `data` (NS-ST-95). */
    'content.read_envelope': 'bare',
    /** Members of a read issue: those of a `created` or of a `listed` one (NS-ST-95). */
    'content.read_members': 'listed',
    /** List and read while the feature is off: `served` or 403 (`forbidden`) (NS-ST-96). */
    'content.reads_while_off': 'served',
    /** Refuses what the document does not speak of: repeated terms, prices below 0 (NS-ST-97). */
    'content.strict': false,
  },
  resources: {issue: 'issues'},
  refusals: {
    'issue-not-found': 'Content not found.',
    'feature-off': 'The content feature is not enabled.',
    'not-permitted': 'You may not manage content.',
    'physical-off': 'Physical books are not enabled.',
    'listIssues.nothing-found': 'No content was found.',
  },
  operations: {createIssue, listIssues, getIssue, updateIssue, deleteIssue},
  siteOperations: {switchContent, switchPhysical, deferConversion, resumeConversion},
  settle: {'conversion-ends': conversionEnds},
  templates: {demo, suite},
};
