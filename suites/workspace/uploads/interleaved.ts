import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty} from '../../language/check.ts';
import {
  expectSameResults,
  inOrder,
  interleavings,
  type Results,
} from '../../generation/interleavings.ts';
import {property} from '../../language/property.ts';
import type {Handle, Script} from '../../language/script.ts';
import {integers} from '../../values/values.ts';

/** A reservation, the upload, the registration, and a read. */
const STEPS = 4;

/**
 * Records the steps of a publication of this size; they are optional, because a deployment may
 * inspect files.
 */
function publication(s: Script, size: number): (() => Handle)[] {
  const file = {original_filename: s.sample('good', '/filename'), size_bytes: size};
  const made: {reservation?: Handle; registration?: Handle} = {};
  const reserve = (): Handle => {
    made.reservation = s.call('createUpload', {body: file, optional: true});
    return made.reservation;
  };
  const reserved = (): Handle => defined(made.reservation, 'the reservation');
  const register = (): Handle => {
    const [id, key] = [reserved().at('/publication_id'), reserved().at('/key')];
    const body = {...file, publication_id: id, key};
    made.registration = s.call('createPublication', {body, optional: true});
    return made.registration;
  };
  return [
    reserve,
    () => s.upload(reserved(), {size, optional: true}),
    register,
    () =>
      s.call('getPublication', {
        path: {publication: defined(made.registration, 'the registration').at('/id')},
        until: {other: 404},
        optional: true,
      }),
  ];
}

/** How the requests on one publication were answered, without generated values. */
function resultsOf(seen: Record<string, Exchange | undefined>, name: string): Results {
  const steps = Array.from({length: STEPS}, (_, index) => seen[`${name}${index + 1}`]);
  const [reservation, , registration, read] = steps;
  return {
    statuses: steps.map((step) => step?.status),
    isReserved: registration?.body?.id === reservation?.body?.publication_id,
    type: read?.body?.type,
    size: read?.body?.original_size_bytes,
  };
}

const ORDERS = interleavings(STEPS);

/** The states of an upload do not depend on requests for another upload (States). */
export const interleaved: AnyProperty[] = [
  property({
    rule: 'workspace.uploads.moves-are-the-listed-ones',
    place: 'in any order of two uploads',
    maxDrawsOnShared: 0,
    forAll: {order: ORDERS, size: integers(2, 900), other: integers(1000, 9000)},
    act: (s, {order, size, other}): Record<string, Handle> => {
      const both = () => ({A: publication(s, size), B: publication(s, other)});
      return {...inOrder('plain', ORDERS.plain, both()), ...inOrder('drawn', order, both())};
    },
    judge: (seen: Record<string, Exchange>, {order}) =>
      expectSameResults(
        Object.values(seen).filter(Boolean),
        {
          'the first upload': [resultsOf(seen, 'plain A'), resultsOf(seen, 'drawn A')],
          'the second upload': [resultsOf(seen, 'plain B'), resultsOf(seen, 'drawn B')],
        },
        seen[`drawn ${order.at(-1)}${STEPS}`],
      ),
  }),
];
