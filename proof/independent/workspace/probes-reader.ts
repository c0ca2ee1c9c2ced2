import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';

async function pushed(s: Site, times = 1): Promise<Reply> {
  const id = await s.publish();
  for (let turn = 0; turn < times; turn += 1) {
    await s.hook('push-mirrors', {role: 'full', publication: id});
  }
  return s.get(`/publications/${id}/reader`);
}

/** The faults of the reader mirrors. */
export const READER_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'reader-never-pushed-404',
    '110',
    'answers 404',
    'GET reader of a publication never pushed: 404',
    async (s) => (await pushed(s, 0)).status === 404,
  ),
  fault(
    'flat',
    'reader-no-configured',
    '111',
    'does not tell',
    'GET reader: no such member',
    async (s) => (await pushed(s)).v('integration.configured') === undefined,
  ),
  fault(
    'deep',
    'reader-configured-only-when-pushed',
    '111',
    'does not tell it without mirrors',
    'GET reader of a publication never pushed: no such member',
    async (s) => (await pushed(s, 0)).v('integration.configured') === undefined,
  ),
  fault(
    'flat',
    'reader-no-conversion',
    '107',
    'no conversion status',
    'push; GET reader',
    async (s) => (await pushed(s)).v('copies.0.conversion') === undefined,
  ),
  fault(
    'flat',
    'reader-no-flight-flag',
    '108',
    'no flag of a push in flight',
    'push; GET reader',
    async (s) => (await pushed(s)).v('copies.0.push.in_flight') === undefined,
  ),
  fault(
    'flat',
    'reader-error-only-when-set',
    '109',
    'no error member while there is none',
    'push; GET reader',
    async (s) => (await pushed(s)).v('copies.0.push.last_error') === undefined,
  ),
  fault(
    'flat',
    'reader-store-url',
    '112',
    'rows have the address of the store',
    'push; GET reader: an https address',
    async (s) => JSON.stringify((await pushed(s)).json).includes('https://'),
  ),
  fault(
    'deep',
    'reader-url-once-converted',
    '112',
    'once converted, the status is the address',
    'push; 10 seconds; GET reader: an address',
    async (s) => {
      const id = await s.publish();
      await s.hook('push-mirrors', {role: 'full', publication: id});
      await s.advance(10_000);
      return JSON.stringify((await s.get(`/publications/${id}/reader`)).json).includes('https://');
    },
  ),
  fault(
    'flat',
    'reader-kind-by-version',
    '015',
    'mirrors are called modified-2',
    'push; GET reader: another kind',
    async (s) => (await pushed(s)).v('copies.0.mirror') === 'modified-2',
  ),
  fault(
    'flat',
    'reader-original-twice',
    '015',
    'the original is listed twice',
    'push; GET reader: three rows',
    async (s) => (await pushed(s)).list('copies').length === 3,
  ),
  fault(
    'deep',
    'reader-row-per-push',
    '015',
    'every push adds rows',
    'push twice; GET reader: four rows',
    async (s) => (await pushed(s, 2)).list('copies').length === 4,
  ),
  fault(
    'deep',
    'reader-mirrors-without-push',
    '110',
    'a derived file makes a modified mirror',
    'plain-copy; GET reader: a row',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'plain-copy');
      return (await s.get(`/publications/${id}/reader`)).list('copies').length === 1;
    },
  ),
  fault(
    'flat',
    'reader-of-any-workspace',
    '224',
    'shows the mirrors of any publication',
    'GET reader of B with the key of A: 200',
    async (s) =>
      (await s.get(`/publications/${await s.publish('a.epub', 'x', B)}/reader`)).status === 200,
  ),
];
