import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site, Upload} from './probe-kit.ts';

const B = 'second-workspace';
const DAY = 86_400_000;

async function changed(s: Site, change: Partial<Upload>): Promise<Reply> {
  return s.register({...(await s.land()), ...change});
}

async function without(s: Site, member: keyof Upload): Promise<number> {
  const upload: Partial<Upload> = await s.land();
  delete upload[member];
  return (await s.register(upload)).status;
}

async function sized(s: Site, declared: number, stored: string, told = declared): Promise<Reply> {
  const reserved = await s.reserve('a.epub', declared);
  await s.put(reserved, stored);
  return s.register({
    publication_id: reserved.s('reserved.id'),
    key: reserved.s('reserved.key'),
    original_filename: 'a.epub',
    size_bytes: told,
  });
}

async function unlanded(s: Site, wait = 0): Promise<Reply> {
  const reserved = await s.reserve('a.epub', 5);
  await s.advance(wait);
  return s.register({
    publication_id: reserved.s('reserved.id'),
    key: reserved.s('reserved.key'),
    original_filename: 'a.epub',
    size_bytes: 5,
  });
}

async function spentBy(s: Site, act: () => Promise<unknown>): Promise<number> {
  const before = await s.left();
  await act();
  return before - (await s.left());
}

/** The faults of registration and allowance. */
export const REGISTER_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'register-200',
    '128',
    'answers 200',
    'register: 200',
    async (s) => (await s.register(await s.land())).status === 200,
  ),
  fault(
    'flat',
    'register-other-id',
    '161',
    'the publication gets a new id',
    'register: the id differs from publication_id',
    async (s) => {
      const upload = await s.land();
      return (await s.register(upload)).v('publication.id') !== upload.publication_id;
    },
  ),
  fault(
    'flat',
    'register-id-optional',
    '084',
    'publication_id may be missing',
    'register without publication_id: 201',
    async (s) => (await without(s, 'publication_id')) === 201,
  ),
  fault(
    'flat',
    'register-key-optional',
    '085',
    'key may be missing',
    'register without key: 201',
    async (s) => (await without(s, 'key')) === 201,
  ),
  fault(
    'flat',
    'register-name-optional',
    '086',
    'original_filename may be missing',
    'register without original_filename: 201',
    async (s) => (await without(s, 'original_filename')) === 201,
  ),
  fault(
    'flat',
    'register-size-optional',
    '087',
    'size_bytes may be missing',
    'register without size_bytes: 201',
    async (s) => (await without(s, 'size_bytes')) === 201,
  ),
  fault(
    'flat',
    'register-other-name',
    '088',
    'another file name is accepted',
    'register with other.epub: 201',
    async (s) => (await changed(s, {original_filename: 'other.epub'})).status === 201,
  ),
  fault(
    'deep',
    'register-name-any-normal-form',
    '088',
    'names are compared after normalization',
    'reserve é.epub (NFC), register it in NFD: 201',
    async (s) =>
      (
        await s.register({
          ...(await s.land('\u00e9.epub')),
          original_filename: 'e\u0301.epub',
        })
      ).status === 201,
  ),
  fault(
    'flat',
    'register-key-unchecked',
    '260',
    'the key is not looked at',
    'register with key spaces/9/x.epub: 201',
    async (s) => (await changed(s, {key: 'spaces/9/x.epub'})).status === 201,
  ),
  fault(
    'flat',
    'register-key-reason',
    '260',
    'the reason is invalid_key',
    'register with key spaces/9/x.epub: reason',
    async (s) => (await changed(s, {key: 'spaces/9/x.epub'})).reason === 'invalid_key',
  ),
  fault(
    'deep',
    'namespace-prefix-without-slash',
    '260',
    'the namespace 4107 contains that of the workspace 41070',
    'register with key spaces/41070/incoming/x.epub: 201',
    async (s) => (await changed(s, {key: 'spaces/41070/incoming/x.epub'})).status === 201,
  ),
  fault(
    'deep',
    'namespace-climbing',
    '260',
    'a key may climb out with ..',
    'register with key spaces/4107/../9/x.epub: 201',
    async (s) => (await changed(s, {key: 'spaces/4107/../9/x.epub'})).status === 201,
  ),
  fault(
    'deep',
    'namespace-any-case',
    '260',
    'the namespace is compared in lower case',
    'register with the key in upper case: 201',
    async (s) => {
      const upload = await s.land();
      return (await s.register({...upload, key: upload.key.toUpperCase()})).status === 201;
    },
  ),
  fault(
    'deep',
    'register-key-of-other-upload',
    '088',
    'the key of another upload of the workspace is accepted',
    'reserve and PUT A and B; register A with the key of B: 201',
    async (s) => {
      const other = await s.land('other.epub');
      return (await changed(s, {key: other.key})).status === 201;
    },
  ),
  fault(
    'deep',
    'register-foreign-id',
    '228',
    'the id of another workspace with an own key is accepted',
    'A lands an upload; B registers its id with a key in its own namespace: not 404',
    async (s) => {
      const upload = await s.land();
      const own = await s.land('book.epub', 'bytes', B);
      return (await s.register({...upload, key: own.key}, B)).status !== 404;
    },
  ),
  fault(
    'flat',
    'register-any-format',
    '259',
    'the format is not judged',
    'register with x.exe: another reason',
    async (s) => (await changed(s, {original_filename: 'x.exe'})).reason !== 'unsupported_format',
  ),
  fault(
    'flat',
    'register-format-400',
    '259',
    'answers 400',
    'register with x.exe: 400',
    async (s) => (await changed(s, {original_filename: 'x.exe'})).status === 400,
  ),
  fault(
    'flat',
    'register-without-object',
    '127',
    'nobody looks for the object',
    'reserve; register without PUT: another reason',
    async (s) => (await unlanded(s)).reason !== 'upload_not_found',
  ),
  fault(
    'flat',
    'register-unlanded-reason',
    '261',
    'the reason is no_such_object',
    'reserve; register without PUT: reason',
    async (s) => (await unlanded(s)).reason === 'no_such_object',
  ),
  fault(
    'deep',
    'register-after-expiry-410',
    '124',
    'once the link is over the answer is 410 upload_expired',
    'reserve; 31 minutes; register: 410',
    async (s) => (await unlanded(s, 31 * 60_000)).status === 410,
  ),
  fault(
    'flat',
    'register-size-unchecked',
    '262',
    'the sizes are not compared',
    'reserve 9, PUT 5 bytes, register 9: 201',
    async (s) => (await sized(s, 9, 'bytes')).status === 201,
  ),
  fault(
    'flat',
    'register-incomplete-409',
    '262',
    'answers 409',
    'reserve 9, PUT 5 bytes, register 9: 409',
    async (s) => (await sized(s, 9, 'bytes')).status === 409,
  ),
  fault(
    'deep',
    'register-larger-object',
    '262',
    'a larger object passes',
    'reserve 3, PUT 5 bytes, register 3: 201',
    async (s) => (await sized(s, 3, 'bytes')).status === 201,
  ),
  fault(
    'deep',
    'register-smaller-object',
    '262',
    'a smaller object passes',
    'reserve 9, PUT 5 bytes, register 9: 201',
    async (s) => (await sized(s, 9, 'bytes')).status === 201,
  ),
  fault(
    'deep',
    'register-size-of-request-only',
    '088',
    'the size of the reservation is not compared',
    'reserve 9, PUT 5 bytes, register 5: 201',
    async (s) => (await sized(s, 9, 'bytes', 5)).status === 201,
  ),
  fault(
    'flat',
    'register-without-allowance',
    '198',
    'the allowance is not checked again',
    'land; leave-places 0; register: 201',
    async (s) => {
      const upload = await s.land();
      await s.hook('leave-places', {role: 'full', places: 0});
      return (await s.register(upload)).status === 201;
    },
  ),
  fault(
    'flat',
    'register-free',
    '129',
    'registration spends nothing',
    'account; register; account: equal',
    async (s) => (await spentBy(s, () => s.publish())) === 0,
  ),
  fault(
    'deep',
    'register-audiobooks-free',
    '129',
    'audiobooks spend nothing',
    'account; register a.m4b; account: equal',
    async (s) => (await spentBy(s, () => s.publish('a.m4b'))) === 0,
  ),
  fault(
    'flat',
    'register-refusal-spends',
    '130',
    'upload_incomplete spends a place',
    'account; register an incomplete upload; account: one less',
    async (s) => (await spentBy(s, () => sized(s, 9, 'bytes'))) === 1,
  ),
  fault(
    'flat',
    'register-again',
    '131',
    'the same upload can be registered twice',
    'register twice: two places spent',
    async (s) => {
      const upload = await s.land();
      return (
        (await spentBy(s, async () => [await s.register(upload), await s.register(upload)])) === 2
      );
    },
  ),
  fault(
    'deep',
    'register-race-same-upload',
    '131',
    'two registrations of one upload at once spend two places',
    'register twice in parallel: two places spent',
    async (s) => {
      const upload = await s.land();
      return (
        (await spentBy(s, () =>
          Promise.all([s.register(upload), s.register(upload), s.register(upload)]),
        )) > 1
      );
    },
  ),
  fault(
    'deep',
    'register-race-allowance',
    '199',
    'the allowance is checked, then (later) spent',
    'leave-places 1; four registrations at once:' + ' more than one 201',
    async (s) => {
      const uploads = [
        await s.land('a.epub'),
        await s.land('b.epub'),
        await s.land('c.epub'),
        await s.land('d.epub'),
      ];
      await s.hook('leave-places', {role: 'full', places: 1});
      const all = await Promise.all(uploads.map((one) => s.register(one)));
      return all.filter((one) => one.status === 201).length > 1;
    },
  ),
  fault(
    'flat',
    'allowance-never-renews',
    '258',
    'a new cycle brings nothing',
    'leave-places 0; 31 days; POST uploads: 422',
    async (s) => {
      await s.hook('leave-places', {role: 'full', places: 0});
      await s.advance(31 * DAY);
      return (await s.reserve()).status === 422;
    },
  ),
  fault(
    'deep',
    'allowance-renews-daily',
    '258',
    'the allowance renews every day',
    'register; a day later the allowance is full',
    async (s) => {
      await s.publish();
      await s.advance(1.1 * DAY);
      return (await s.left()) === 100;
    },
  ),
  fault(
    'deep',
    'allowance-carried-over',
    '258',
    'what is left of a cycle is added to the next',
    '31 days; the allowance is 200',
    async (s) => {
      await s.advance(31 * DAY);
      return (await s.left()) > 100;
    },
  ),
  fault(
    'deep',
    'register-invented-id',
    '123',
    'an id never reserved is accepted with a key that was',
    'land; register it as 4711: not 404',
    async (s) => (await changed(s, {publication_id: '4711'})).status !== 404,
  ),
  fault(
    'deep',
    'register-quota-reason',
    '257',
    'createPublication says allowance_spent',
    'land; leave-places 0; register: reason',
    async (s) => {
      const upload = await s.land();
      await s.hook('leave-places', {role: 'full', places: 0});
      return (await s.register(upload)).reason === 'allowance_spent';
    },
  ),
];
