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

/** Under which conversion status an issue is indexed; undefined when nothing is pending. */
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
    /** Empty members are `null`, or `empty`: `""`, false, 0 (NS-ST-56). */
    'content.unset': 'null',
    /** The meaning of a price of 9: nine `units`, or nine `cents` (NS-ST-57). */
    'content.prices_are': 'units',
    /** `conversion_status` during a conversion: `documented`, or `queued` (NS-ST-58). */
    'content.converting_status': 'documented',
    /** Whether a conversion ends `later`, or `at_once` (NS-ST-58). */
    'content.converts': 'later',
    /** Whether the conversion of a file of more than 256 MB is `failed`, or the file is `refused` (NS-ST-59). */
    'content.too_large': 'failed',
    /** Maximum length of an external_id; 0: unlimited (NS-ST-60). */
    'content.longest_external_id': 0,
    /** `stock`: `any`, a `boolean` or an `integer` (NS-ST-61). */
    'content.stock': 'any',
    /** Whether `query` also searches the external_id (NS-ST-62). */
    'content.query_by_external_id': false,
    /** Whether deletion also accepts the external_id (NS-ST-62). */
    'content.delete_by_external_id': false,
    /** The response to a search without results: 404 (`not_found`) or an `empty` page (NS-ST-63). */
    'content.nothing_found': 'not_found',
    /** Order of lists: `newest` or `oldest` first (NS-ST-63). */
    'content.order': 'newest',
    /** Names that `query` finds: those that `contain` it, or that are `exact`ly equal (NS-ST-63). */
    'content.query_by_name': 'contain',
    /** Another file or extension in an update: `ignored` or `refused` (NS-ST-64). */
    'content.file_change': 'ignored',
    /** Members that an update requires: `nothing`, or those of an upload except the file (`all`) (NS-ST-65). */
    'content.update_needs': 'nothing',
    /** Members that an update omits: `kept` or `reset` (NS-ST-65). */
    'content.omitted': 'kept',
    /** Lists of terms that an update omits: `cleared` or `kept` (NS-ST-65). */
    'content.omitted_lists': 'cleared',
    /** A price in a currency that is not listed: `refused` or `taken` (NS-ST-66). */
    'content.unlisted_currency': 'refused',
    /** Response for content of another store: 404 (`not_found`) or 403 (`forbidden`) (NS-ST-78). */
    'content.foreign': 'not_found',
    /** What contains an issue that is read: nothing (`bare`), `data`, or `issue` within `data` (NS-ST-95). */
    'content.read_envelope': 'bare',
    /** The members of an issue that is read: those of a `created` or of a `listed` one (NS-ST-95). */
    'content.read_members': 'listed',
    /** List and read while the feature is disabled: `served` or 403 (`forbidden`) (NS-ST-96). */
    'content.reads_while_off': 'served',
    /** Whether values that the document does not mention are refused: repeated terms, prices below 0 (NS-ST-97). */
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
  onDue: {'conversion-ends': conversionEnds},
  templates: {demo, suite},
};
