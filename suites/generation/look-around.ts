import type {Contract, Operation} from '../../spec/contract.ts';
import type {Role, Step} from '../../spec/step.ts';
import type {Ref} from '../../spec/value.ts';
import type {Handles, Scene} from '../language/check.ts';
import type {Script} from '../language/script.ts';

/** Things of a scene around which is looked: more would cost much and show little else. */
const THINGS = 3;

/**
 * The scene, which at its end reads what it has created in every way: by each operation that names such a thing, and
 * in each list of such things. Nothing new is judged: passive checks compare all representations of a thing with each
 * other (decision 0027).
 */
export const lookingAround = (scene: Scene, {operations}: Contract): Scene => ({
  ...scene,
  act: (s: Script, made: unknown): Handles => {
    const handles = scene.act(s, made);
    lookAround(s, operations);
    return handles;
  },
});

function lookAround(s: Script, operations: Contract['operations']): void {
  const created = s.steps.flatMap((step) => thingOf(step, operations) ?? []);
  const reads = Object.values(operations).filter(({method}) => method === 'GET');
  for (const {id, kind, as} of created.slice(0, THINGS))
    for (const {op, name} of readersOf(kind, reads))
      s.call(op, {path: {[name]: id}, as, optional: true});
  const kinds = new Map(created.map((one) => [`${one.kind} ${one.as}`, one]));
  for (const {kind, as} of kinds.values())
    for (const op of listsOf(kind, reads)) s.call(op, {as, optional: true});
}

/** A thing that a scene has created. */
interface Created {
  kind: string;
  id: Ref;
  as: Role;
}

/** What a step creates, if it is a creation by a credential that is known beforehand. */
function thingOf(step: Step, operations: Contract['operations']): Created | undefined {
  if (step.step !== 'call' || typeof step.as !== 'string' || step.present) return undefined;
  const {kind, id} = operations[step.op]?.creates ?? {};
  if (kind === undefined || id === undefined) return undefined;
  return {kind, id: {$from: step.id, at: id}, as: step.as};
}

/** The reads whose path names a thing of a kind and nothing else. */
const readersOf = (kind: string, reads: readonly Operation[]): {op: string; name: string}[] =>
  reads.flatMap(({id: op, parameters}) => {
    const [only, ...others] = parameters.filter(({in: where}) => where === 'path');
    return only?.names === kind && !others.length ? [{op, name: only.name}] : [];
  });

/** The lists that show things of a kind as their rows, whoever asks. */
const listsOf = (kind: string, reads: readonly Operation[]): string[] =>
  reads
    .filter(({parameters}) => !parameters.some(({required}) => required))
    .filter(({represents}) =>
      represents.some(({pointer, resource}) => resource.kind === kind && pointer.includes('*')),
    )
    .map(({id}) => id);
