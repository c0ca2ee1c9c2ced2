import type {Contract, Operation} from '../../spec/contract.ts';
import type {Pair} from '../../spec/run-record.ts';
import {RESOURCES, type MappedResource} from './resources.ts';

/** The name of a pair, one text for each. */
export const nameOf = ({kind, first, later, of}: Pair): string =>
  `${first}, ${later}: ${of} ${kind}`;

/** Whether an operation changes something. */
export const isWrite = ({method}: Operation): boolean => method !== 'GET';

/** Every pair of the first rank of an API. */
export const rankOne = ({api, operations}: Contract): Pair[] =>
  RESOURCES[api].flatMap((resource) => {
    const known = resource.operations.filter((id) => operations[id]);
    const writes = known.filter((id) => operations[id] && isWrite(operations[id]));
    return writes.flatMap((first) =>
      known.flatMap((later) =>
        (['the same', 'another'] as const)
          .filter((of) => of === 'another' || !isCreation(operations[later], resource))
          .map((of) => ({kind: resource.kind, first, later, of})),
      ),
    );
  });

/** Whether an operation makes a resource of a kind: then it is never about the same one as an earlier operation. */
export const isCreation = (operation: Operation | undefined, {kind}: MappedResource): boolean =>
  operation?.creates?.kind === kind || operation?.creates?.reserves === kind;
