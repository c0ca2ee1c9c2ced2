import type {Contract} from '../../spec/contract.ts';
import type {FurtherRank} from '../../spec/ranks.ts';
import type {Pair} from '../../spec/run-record.ts';
import {spanOf} from '../values/ages.ts';
import {VALUE_CLASSES, type ValueKind} from '../values/value-classes.ts';
import {sidesOf} from './boundaries.ts';
import type {Change} from './known.ts';
import {isCreation} from './pairs.ts';
import {RESOURCES} from './resources.ts';
import type {TriedPair} from './scene-pairs.ts';

/** A further rank: the pairs of the first one, varied in one respect (docs/decisions/0049). */
interface Variations {
  /** Those that a pair can have. */
  possible: (pair: Pair, contract: Contract) => string[];
  /** Those that it had with one of the changes before it; some may not be possible. */
  seen: (tried: TriedPair, change: Change) => string[];
}

const INTERFACE = 'through the other interface';
const CREDENTIAL = 'by another credential';
const TENANT = 'in another tenant';

/** Whether a kind is the tenant itself, of which there are two. */
const isTenant = ({kind}: Pair, {api}: Contract): boolean =>
  RESOURCES[api].some((one) => one.kind === kind && one.isTenant);

/** Every operation of the workspace API has a tool (Conventions 4). */
const by: Variations = {
  possible(pair, contract) {
    const isOfTenant = isTenant(pair, contract);
    return [
      ...(contract.api === 'workspace' ? [INTERFACE] : []),
      ...(isOfTenant && pair.of === 'another' ? [] : [CREDENTIAL]),
      ...(isOfTenant ? [] : [TENANT]),
    ];
  },
  seen({request, inAnotherTenant}, {exchange}) {
    if (inAnotherTenant) return request.status === 401 ? [] : [TENANT];
    // A refusal of the credential says nothing about the resource.
    if (request.status === 401 || request.status === 403) return [];
    if (request.interface !== exchange.interface) return [INTERFACE];
    return request.as === exchange.as ? [] : [CREDENTIAL];
  },
};

/** The kinds of texts of a client that a request can carry. */
const CARRIED: Readonly<Record<string, readonly ValueKind[]>> = {
  createUser: ['email', 'external-id', 'password', 'sized-password'],
  updateUser: ['email', 'external-id', 'password', 'sized-password'],
  forceLogout: ['external-id'],
  createPlan: ['plan-name'],
  updatePlan: ['plan-name'],
  createOrder: ['email', 'external-id', 'content-id'],
  updateOrder: ['external-id'],
  cancelOrder: ['external-id'],
  createIssue: ['title', 'content-id'],
  updateIssue: ['title', 'content-id'],
  deleteIssue: ['content-id'],
  createUpload: ['file-name'],
  createPublication: ['file-name'],
  startRun: ['idempotency-key'],
};

const withValues: Variations = {
  possible: ({first}) =>
    (CARRIED[first] ?? []).flatMap((kind) =>
      Object.keys(VALUE_CLASSES[kind]).map((valueClass) => `${kind}: ${valueClass}`),
    ),
  seen: (_, {classes}) => classes.map(({kind, valueClass}) => `${kind}: ${valueClass}`),
};

const atInstants: Variations = {
  possible: ({kind}, {api}) => sidesOf(api, kind),
  seen: ({pair, sides}, {exchange}) =>
    sides.flatMap(({variation, kinds, end}) =>
      (kinds?.includes(pair.kind) ?? true) && spanOf(exchange).sent <= end ? [variation] : [],
    ),
};

const COUNTS = [50, 10, 2, 1];
const after = (count: number): string => `after ${count} of the kind`;

/** The largest of the counts that was reached. Another one cannot be met after one, but it can be made. */
const afterMany: Variations = {
  possible(pair, contract) {
    if (isTenant(pair, contract)) return [];
    const resource = RESOURCES[contract.api].find(({kind}) => kind === pair.kind);
    const isMade = resource && isCreation(contract.operations[pair.later], resource);
    const least = pair.of === 'the same' || isMade ? 1 : 2;
    return COUNTS.filter((count) => count >= least)
      .toReversed()
      .map(after);
  },
  seen({count}) {
    const reached = COUNTS.find((one) => one <= count);
    return reached === undefined ? [] : [after(reached)];
  },
};

export const VARIATIONS: Readonly<Record<FurtherRank, Variations>> = {
  rank2: by,
  rank3: withValues,
  rank4: atInstants,
  rank5: afterMany,
};
