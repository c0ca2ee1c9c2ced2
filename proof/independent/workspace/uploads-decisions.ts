import {needPlace, placesLeft} from './account.ts';
import type {Context} from './context.ts';
import {formatOf} from './formats.ts';
import {pause, Refusal} from './http.ts';
import type {Json} from './http.ts';
import type {Reservation} from './model.ts';
import {DAY, MINUTE} from './time.ts';
import type {Otherwise} from './decided.ts';
import {keptName} from './variants/uploads.ts';
import type {World} from './world.ts';

const climbs = (key: string): boolean =>
  key.split('/').some((part) => part === '..' || part === '.');

/** What is decided about uploads, where a fault decides otherwise. */
export interface Decisions {
  /** Milliseconds for which an upload link lives, and how many of them are not told. */
  lives: number;
  grace: number;
  reserved: number;
  registered: number;
  /** Status codes and reasons of refusals. */
  wrongFormat: number;
  tooLarge: number;
  unsupported: number;
  foreignKey: number;
  foreignKeyReason: string;
  unlandedReason: string;
  incomplete: number;
  incompleteReason: string;
  /** The media type of a format that is not supported; without one it is refused. */
  otherMedia?: string;
  isTooLarge(size: number, largest: number): boolean;
  /** Whether a reservation needs a place of the allowance. */
  needsPlace(c: Context): boolean;
  /** The places that a reservation, a refusal for the size and a refused repetition spend. */
  spentByReserving: number;
  spentByWrongSize: number;
  spentByRepeating: number;
  idFor(c: Context, name: string): Promise<string>;
  /** Changes what is shown of a reservation. */
  shape?(body: Json, c: Context, one: Reservation): void;
  /** Members of a registration that need not be sent. */
  defaults?(c: Context): Json;
  wantsChecksum: boolean;
  isOwnKey(key: string, home: string): boolean;
  /** Whether these are judged: that the key is that of the reservation, whose it is, the format, a repetition. */
  judgesKey: boolean;
  judgesOwner: boolean;
  judgesFormat: boolean;
  judgesRepetition: boolean;
  judgesSize(c: Context): boolean;
  find(w: World, id: string, key: unknown): Reservation | undefined;
  namesDiffer(w: World, reserved: string, name: string): boolean;
  /** What is registered when nothing landed; undefined: it is refused. */
  unlanded?(c: Context, one: Reservation): Buffer | undefined;
  sizesDiffer(real: number, declared: number, reserved: number): boolean;
  /** Refuses a registration for which no place is left. */
  judgePlace(c: Context, one: Reservation): void;
  /** What lets others in between the judgement and the registration. */
  meanwhile?(one: Reservation): Promise<void>;
  price(c: Context, name: string): number;
  publicationId(w: World, id: string): string;
  showsPublication: boolean;
}

/** What a correct server decides. */
export const RIGHT: Decisions = {
  lives: 30 * MINUTE,
  grace: 0,
  reserved: 201,
  registered: 201,
  wrongFormat: 422,
  tooLarge: 422,
  unsupported: 422,
  foreignKey: 422,
  foreignKeyReason: 'invalid_upload_key',
  unlandedReason: 'upload_not_found',
  incomplete: 422,
  incompleteReason: 'upload_incomplete',
  isTooLarge: (size, largest) => size > largest,
  needsPlace: () => true,
  spentByReserving: 0,
  spentByWrongSize: 0,
  spentByRepeating: 0,
  idFor: async ({w}) => w.publicationId(),
  wantsChecksum: false,
  isOwnKey: (key, home) => key.startsWith(home) && !climbs(key),
  judgesKey: true,
  judgesOwner: true,
  judgesFormat: true,
  judgesRepetition: true,
  judgesSize: () => true,
  find: (w, id) => w.reservations.get(id),
  namesDiffer: (w, reserved, name) => keptName(w, reserved) !== keptName(w, name),
  sizesDiffer: (real, declared, reserved) => real !== declared || real !== reserved,
  judgePlace: ({w, space}) => needPlace(w, space),
  price: () => 1,
  publicationId: (_, id) => id,
  showsPublication: true,
};

/** The id of an upload of the same name that nobody registered yet. */
const idOfNamesake = async (c: Context, name: string): Promise<string> => {
  const all = [...c.w.reservations.values()];
  const is = (one: Reservation): boolean =>
    one.space === c.space.id && one.name === name && !one.registered;
  return all.find(is)?.id ?? c.w.publicationId();
};

const idAfterPause = async ({w}: Context): Promise<string> => {
  const id = w.upcomingId();
  await pause();
  w.next();
  return id;
};

const {isOwnKey} = RIGHT;

const reservationOf = ({w, body}: Context): Reservation | undefined => {
  const id = body['publication_id'];
  return typeof id === 'string' ? w.reservations.get(id) : undefined;
};

function idOfKey({body}: Context): Json {
  const {key} = body;
  if (typeof key !== 'string') return {};
  return {publication_id: key.slice(key.lastIndexOf('/') + 1).split('.')[0] ?? ''};
}

/** Refuses in place of `needPlace` when no place is left. */
const withoutPlace =
  (status: number, reason: string): Decisions['judgePlace'] =>
  ({w, space}) => {
    if (placesLeft(w, space) <= 0) throw new Refusal(status, reason, 'No publications left.');
  };

function renamed(body: Json): void {
  body['put_url'] = body['upload_url'];
  delete body['upload_url'];
}

function withoutTicket(body: Json, _: Context, {headers}: Reservation): void {
  body['transfer'] = {method: 'PUT', headers: {'Content-Type': headers['Content-Type']}};
}

const withoutHeaders = (body: Json): void => void (body['transfer'] = {method: 'PUT'});

function relative(body: Json, {w}: Context): void {
  body['upload_url'] = String(body['upload_url']).slice(w.depot.length);
}

function expired({w}: Context, {until}: Reservation): undefined {
  if (w.now() >= until) {
    throw new Refusal(410, 'upload_expired', 'The time for the upload is over.');
  }
}

/** What faults decide otherwise. */
export const OTHERWISE: Otherwise<Decisions> = {
  'upload-link-15-minutes': {lives: 15 * MINUTE},
  'upload-link-a-day': {lives: DAY},
  'upload-link-some-grace': {lives: 31 * MINUTE, grace: MINUTE},
  'reserve-any-format': {otherMedia: 'application/octet-stream'},
  'reserve-format-415': {wrongFormat: 415},
  'size-limit-itself-refused': {isTooLarge: (size, largest) => size >= largest},
  'reserve-any-size': {isTooLarge: () => false},
  'reserve-size-as-int32': {isTooLarge: (size, largest) => (size | 0) > largest},
  'reserve-size-413': {tooLarge: 413},
  'reserve-race-same-id': {idFor: idAfterPause},
  'reserve-same-name-same-id': {idFor: idOfNamesake},
  'reserve-url-relative': {shape: relative},
  'reserve-url-renamed': {shape: renamed},
  'reserve-no-headers': {shape: withoutHeaders},
  'mcp-reserve-no-headers': {shape: (body, {mcp}) => (mcp ? withoutHeaders(body) : undefined)},
  'reserve-ticket-left-out': {shape: withoutTicket},
  'reserve-no-id': {shape: (body, _, {key}) => void (body['reserved'] = {key})},
  'reserve-no-key': {shape: (body, _, {id}) => void (body['reserved'] = {id})},
  'reserve-without-allowance': {needsPlace: () => false},
  'mcp-reserve-without-allowance': {needsPlace: ({mcp}) => !mcp},
  'reserve-spends': {spentByReserving: 1},
  'reserve-200': {reserved: 200},
  'namespace-prefix-without-slash': {
    isOwnKey: (key, home) => isOwnKey(key, home.slice(0, -1)),
    judgesKey: false,
  },
  'namespace-climbing': {isOwnKey: (key, home) => key.startsWith(home), judgesKey: false},
  'namespace-any-case': {
    isOwnKey: (key, home) => isOwnKey(key, home) || key.toLowerCase().startsWith(home),
    judgesKey: false,
  },
  'register-key-unchecked': {isOwnKey: () => true, judgesKey: false},
  'register-key-of-other-upload': {judgesKey: false},
  'register-key-403': {foreignKey: 403},
  'register-key-reason': {foreignKeyReason: 'invalid_key'},
  'register-invented-id': {
    find: (w, id, key) =>
      w.reservations.get(id) ?? [...w.reservations.values()].find((one) => one.key === key),
  },
  'register-foreign-id': {judgesOwner: false},
  'register-size-unchecked': {sizesDiffer: () => false},
  'register-size-of-request-only': {sizesDiffer: (real, declared) => real !== declared},
  'register-larger-object': {
    sizesDiffer: (real, declared, reserved) => real < declared || real < reserved,
  },
  'register-smaller-object': {
    sizesDiffer: (real, declared, reserved) => real > declared || real > reserved,
  },
  'mcp-register-size-unchecked': {judgesSize: ({mcp}) => !mcp},
  'register-refusal-spends': {spentByWrongSize: 1},
  'register-incomplete-409': {incomplete: 409},
  'register-incomplete-as-not-found': {incompleteReason: 'upload_not_found'},
  'register-incomplete-reason': {incompleteReason: 'size_mismatch'},
  'register-without-object': {unlanded: () => Buffer.alloc(0)},
  'register-unlanded-404': {
    unlanded: () => {
      throw new Refusal(404, 'upload_not_found', 'No object landed under this key.');
    },
  },
  'register-after-expiry-410': {unlanded: expired},
  'register-unlanded-reason': {unlandedReason: 'no_such_object'},
  'register-size-optional': {
    defaults: (c) =>
      typeof c.body['publication_id'] === 'string' ? {size_bytes: reservationOf(c)?.size ?? 1} : {},
  },
  'register-id-optional': {defaults: idOfKey},
  'register-name-optional': {
    defaults: (c) => ({original_filename: reservationOf(c)?.name ?? 'book.epub'}),
  },
  'register-key-optional': {defaults: (c) => ({key: reservationOf(c)?.key ?? ''})},
  'register-wants-checksum': {wantsChecksum: true},
  'register-other-name': {namesDiffer: () => false},
  'register-name-any-normal-form': {
    namesDiffer: (_, reserved, name) => reserved.normalize('NFC') !== name.normalize('NFC'),
  },
  'register-name-latin': {
    namesDiffer: (_, reserved, name) => reserved !== Buffer.from(name).toString('latin1'),
  },
  'register-any-format': {judgesFormat: false},
  'register-format-400': {unsupported: 400},
  'register-again': {judgesRepetition: false},
  'register-again-spends': {spentByRepeating: 1},
  'register-quota-reason': {judgePlace: withoutPlace(422, 'allowance_spent')},
  'register-quota-402': {judgePlace: withoutPlace(402, 'publication_quota_exceeded')},
  'register-without-allowance': {judgePlace: () => undefined},
  'quota-refusal-burns-upload': {
    judgePlace: (c, one) => {
      if (placesLeft(c.w, c.space) <= 0) one.registered = true;
      RIGHT.judgePlace(c, one);
    },
  },
  'register-race-allowance': {
    meanwhile: (one) => {
      one.registered = true;
      return pause();
    },
  },
  'register-race-same-upload': {meanwhile: pause},
  'register-free': {price: () => 0},
  'mcp-register-free': {price: ({mcp}) => (mcp ? 0 : 1)},
  'register-audiobooks-free': {
    price: ({w}, name) => (formatOf(w, name)?.type === 'audiobook' ? 0 : 1),
  },
  'register-spends-two': {price: () => 2},
  'register-other-id': {publicationId: (w) => w.publicationId()},
  'register-200': {registered: 200},
  'register-body-empty': {showsPublication: false},
};
