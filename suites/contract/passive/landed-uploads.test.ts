import {expect, test} from 'vitest';
import {MINUTE_MS} from '../../../spec/durations.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {unfitRegistration} from './landed-uploads.ts';

const {operations} = loadSpecification('workspace').contract;

/** An exchange of an upload, at a time. */
const exchange = (op: string, sentAt: number, more: Partial<Exchange>): Exchange =>
  ({
    step: `${op} ${sentAt}`,
    op,
    as: 'full',
    sentAt,
    gotAt: sentAt + 1,
    status: 200,
    body: {},
    sent: {method: 'POST', url: '', headers: {}},
    ...more,
  }) as Exchange;

const reserved = exchange('createUpload', 0, {
  situations: ['reserved'],
  requestBody: {size_bytes: 5},
  body: {publication_id: 'p', key: 'k', upload_url: 'http://storage/k'},
});

const put = (sentAt: number, size: number, situation = 'stored'): Exchange =>
  exchange('PUT upload_url', sentAt, {
    situations: [situation],
    sent: {method: 'PUT', url: 'http://storage/k', headers: {}},
    requestBody: {size},
  });

const register = (sentAt: number, situation: string, more: object = {}): Exchange =>
  exchange('createPublication', sentAt, {
    status: situation === 'registered' ? 201 : 422,
    situations: [situation],
    requestBody: {publication_id: 'p', key: 'k', size_bytes: 5, ...more},
  });

test('what is stored at the same moment may be there, or not yet', () => {
  const [before, beside] = [put(10, 4), put(20, 5)];
  const registered = register(20, 'registered');
  const race = {};
  const history = {
    exchanges: [reserved, before, registered, beside],
    races: new Map([registered, beside].map(({step}) => [step, race])),
    operations,
    isChangedOnlyByRequests: false,
    isReused: () => false,
  };
  expect(unfitRegistration(registered, history)).toEqual([]);
  expect(unfitRegistration(registered, {...history, races: new Map()})).toHaveLength(1);
});

test.each<[what: string, broken: string[], exchanges: Exchange[]]>([
  ['a whole file is registered', [], [put(10, 5), register(20, 'registered')]],
  ['a part is refused', [], [put(10, 4), register(20, 'incomplete')]],
  [
    'a whole file is called incomplete',
    ['a whole file is incomplete'],
    [put(10, 5), register(20, 'incomplete')],
  ],
  [
    'a part is registered',
    ['another size is registered'],
    [put(10, 4), register(20, 'registered')],
  ],
  [
    'what was stored in the place of a part is called incomplete',
    ['a whole file is incomplete'],
    [put(10, 4), put(20, 5), register(9000, 'incomplete')],
  ],
  ['it was stored just now', [], [put(10, 4), put(20, 5), register(30, 'incomplete')]],
  ['the last upload was refused', [], [put(10, 5, 'storage-refused'), register(20, 'incomplete')]],
  ['nothing was stored', [], [register(20, 'registered')]],
  ['the key is another', [], [put(10, 4), register(20, 'registered', {key: 'other'})]],
  ['the link has ended', [], [put(10, 5), register(31 * MINUTE_MS, 'incomplete')]],
  [
    'it was registered before',
    [],
    [put(10, 5), register(20, 'registered'), register(30, 'incomplete')],
  ],
])('%s', (_what, broken, sent) => {
  const exchanges = [reserved, ...sent];
  const history = {exchanges, operations, isChangedOnlyByRequests: false, isReused: () => false};
  const last = exchanges.at(-1) as Exchange;
  expect(unfitRegistration(last, history).map(({violation}) => violation.branch)).toEqual(broken);
});
