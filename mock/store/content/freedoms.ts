import type {Freedoms} from '../../chapter.ts';

/** What the document leaves open about content. */
export const freedoms: Freedoms = {
  'content.file_before_conversion': {
    values: ['object', 'null'],
    meaning: '`file` of a digital issue before its conversion: an `object` or `null`.',
    open: ['NS-ST-55'],
  },
  'content.unset': {
    values: ['null', 'empty'],
    meaning: 'Empty members are `null`, or `empty`: `""`, false, 0.',
    open: ['NS-ST-56'],
  },
  'content.prices_are': {
    values: ['units', 'cents'],
    meaning: 'The meaning of a price of 9: nine `units`, or nine `cents`.',
    open: ['NS-ST-57'],
  },
  'content.converting_status': {
    values: ['documented', 'queued'],
    meaning: '`conversion_status` during a conversion: `documented`, or `queued`.',
    open: ['NS-ST-58'],
  },
  'content.converts': {
    values: ['later', 'at_once'],
    meaning: 'Whether a conversion ends `later`, or `at_once`.',
    open: ['NS-ST-58'],
  },
  'content.too_large': {
    values: ['failed', 'refused'],
    meaning:
      'Whether the conversion of a file of more than 256 MB is `failed`, or the file is `refused`.',
    open: ['NS-ST-59'],
  },
  'content.longest_external_id': {
    values: [0, 64],
    others: 'length',
    meaning: 'Maximum length of an external_id; 0: unlimited.',
    open: ['NS-ST-60'],
  },
  'content.stock': {
    values: ['any', 'boolean', 'integer'],
    meaning: '`stock`: `any`, a `boolean` or an `integer`.',
    open: ['NS-ST-61'],
  },
  'content.query_by_external_id': {
    values: [false, true],
    meaning: 'Whether `query` also searches the external_id.',
    open: ['NS-ST-62'],
  },
  'content.delete_by_external_id': {
    values: [false, true],
    meaning: 'Whether deletion also accepts the external_id.',
    open: ['NS-ST-62'],
  },
  'content.nothing_found': {
    values: ['not_found', 'empty'],
    meaning: 'The response to a search without results: 404 (`not_found`) or an `empty` page.',
    open: ['NS-ST-63'],
  },
  'content.order': {
    values: ['newest', 'oldest'],
    meaning: 'Order of lists: `newest` or `oldest` first.',
    open: ['NS-ST-63'],
  },
  'content.query_by_name': {
    values: ['contain', 'exact'],
    meaning: 'Names that `query` finds: those that `contain` it, or that are `exact`ly equal.',
    open: ['NS-ST-63'],
  },
  'content.file_change': {
    values: ['ignored', 'refused'],
    meaning: 'Another file or extension in an update: `ignored` or `refused`.',
    open: ['NS-ST-64'],
  },
  'content.update_needs': {
    values: ['nothing', 'all'],
    meaning:
      'Members that an update requires: `nothing`, or those of an upload except the file (`all`).',
    open: ['NS-ST-65'],
  },
  'content.omitted': {
    values: ['kept', 'reset'],
    meaning: 'Members that an update omits: `kept` or `reset`.',
    open: ['NS-ST-65'],
  },
  'content.omitted_lists': {
    values: ['cleared', 'kept'],
    meaning: 'Lists of terms that an update omits: `cleared` or `kept`.',
    open: ['NS-ST-65'],
  },
  'content.unlisted_currency': {
    values: ['refused', 'taken'],
    meaning: 'A price in a currency that is not listed: `refused` or `taken`.',
    open: ['NS-ST-66'],
  },
  'content.foreign': {
    values: ['not_found', 'forbidden'],
    meaning: 'Response for content of another store: 404 (`not_found`) or 403 (`forbidden`).',
    open: ['NS-ST-78'],
  },
  'content.read_envelope': {
    values: ['bare', 'data', 'issue'],
    meaning:
      'What contains an issue that is read: nothing (`bare`), `data`, or `issue` within `data`.',
    open: ['NS-ST-95'],
  },
  'content.read_members': {
    values: ['listed', 'created'],
    meaning: 'The members of an issue that is read: those of a `created` or of a `listed` one.',
    open: ['NS-ST-95'],
  },
  'content.reads_while_off': {
    values: ['served', 'forbidden'],
    meaning: 'List and read while the feature is disabled: `served` or 403 (`forbidden`).',
    open: ['NS-ST-96'],
  },
  'content.strict': {
    values: [false, true],
    meaning:
      'Whether values that the document does not mention are refused: repeated terms, prices below 0.',
    open: ['NS-ST-97'],
  },
};
