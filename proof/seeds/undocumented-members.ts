import {createMock} from '../../mock/create-mock.ts';
import type {Operation} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {at, tokens} from '../../spec/json.ts';
import type {Specification} from '../../spec/specification.ts';
import {isBody, type Adapter, type ProxiedRequest} from '../relabel/adapter.ts';

/** What the additional members hold: a state, an id, a switch, nothing, an object. */
const VALUES = ['approved', 7, true, null, {en: [1]}];

/** The members of events by which the mock changes the state of an order or of a user. */
const OF_EVENTS = ['event', 'outcome'];

/** The names of the mock's own members: those of the rows of its demo world, and of its events. */
export async function ownNames(): Promise<string[]> {
  const mock = await createMock();
  try {
    const rows = Object.values(defined(mock.world('demo'), 'the demo world').image().tables).flat();
    return [...new Set([...OF_EVENTS, ...rows.flatMap((row) => Object.keys(row))])];
  } finally {
    await mock.close();
  }
}

/**
 * Adds members that no document lists to the bodies of requests. No document gives them a meaning, so a mock that
 * obeys the documents responds as if they were not there.
 * @param names added to an object unless the document lists them there
 * @param seed selects the value of all of them
 */
export function undocumentedMembers(
  specifications: readonly Specification[],
  names: readonly string[],
  seed: number,
): Adapter {
  const value = defined(VALUES[seed % VALUES.length], 'a value');
  const operations = specifications
    .flatMap(({contract}) => Object.values(contract.operations))
    .map((operation) => ({operation, path: patternOf(operation)}));
  const calledBy = ({method, path}: ProxiedRequest): Operation | undefined =>
    operations.find((one) => one.operation.method === method && one.path.test(path))?.operation;
  return {
    adaptRequest(request) {
      for (const [pointer, listed] of listedMembers(calledBy(request))) {
        const object = at(request.body, pointer);
        if (!isBody(object)) continue;
        for (const name of names) if (!listed.has(name)) object[name] ??= value;
      }
    },
    adaptResponse() {},
  };
}

/** The paths of requests to an operation. */
const patternOf = ({prefix, path}: Operation): RegExp =>
  new RegExp(`^${prefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

/** The names that the document lists for each object of a body, by the pointer of the object. */
function listedMembers(operation: Operation | undefined): Map<string, Set<string>> {
  const listed = new Map<string, Set<string>>();
  for (const part of operation?.parts ?? []) {
    if (part.in !== 'body') continue;
    const object = part.pointer.slice(0, part.pointer.lastIndexOf('/'));
    const name = defined(tokens(part.pointer).at(-1), 'the name of a member');
    listed.set(object, (listed.get(object) ?? new Set()).add(name));
  }
  return listed;
}
