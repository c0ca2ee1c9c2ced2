import type {Operation, Parameter} from '../../spec/contract.ts';
import type {Chapter} from '../chapter.ts';
import type {Transition} from '../operation.ts';
import type {ApiInterface} from './api-interface.ts';

/** An operation of the contract with all data that its requests need. */
export interface ServedOperation {
  contract: Operation;
  transition: Transition;
  /** The keys of what a read waits for, if it may wait. */
  waits: NonNullable<Chapter['waits']>[string] | undefined;
  /** The query parameters that the contract declares. */
  query: string[];
  /** The headers that the contract declares, by lower-case name. */
  headers: string[];
  /** The required ability; where the document leaves it open, the mock's choice. */
  ability: string | undefined;
}

/** The operations that the chapters of an API serve, by id. */
export function servedOperations({
  specification: {contract, profile},
  chapters,
}: ApiInterface): ReadonlyMap<string, ServedOperation> {
  const served = new Map<string, ServedOperation>();
  const transitions: Record<string, Transition> = Object.assign(
    {},
    ...chapters.map(({operations}) => operations ?? {}),
  );
  const waits: NonNullable<Chapter['waits']> = Object.assign(
    {},
    ...chapters.map((chapter) => chapter.waits ?? {}),
  );
  for (const operation of Object.values(contract.operations)) {
    const transition = transitions[operation.id];
    if (!transition) continue;
    const open = operation.abilityOpen && String(profile.choices[operation.abilityOpen]);
    served.set(operation.id, {
      contract: operation,
      transition,
      waits: waits[operation.id],
      query: declared(operation, 'query'),
      headers: declared(operation, 'header').map((name) => name.toLowerCase()),
      ability: operation.ability ?? open,
    });
  }
  return served;
}

const declared = ({parameters}: Operation, part: Parameter['in']): string[] =>
  parameters.filter((parameter) => parameter.in === part).map(({name}) => name);
