/** For all resources: each stays as it is while any other is changed. */

import type {RuleId} from '../../spec/rule.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../language/check.ts';
import {when} from '../language/judge.ts';
import {allIn, groupIn, inGroups} from '../language/groups.ts';
import {send, sendAll, type Request} from '../language/requests.ts';
import type {Script} from '../language/script.ts';
import type {Resource} from './resource.ts';

/** Every request that changes a thing, each with one of its lists or reads after it, in turn. */
function changeAndLook(s: Script, resource: Resource): Handles {
  const {lists, reads, writes, elsewhere} = resource.make(s);
  const looks = Object.values<Request>({...lists, ...reads});
  const changes = Object.entries<Request>({...writes, ...elsewhere});
  return Object.fromEntries(
    changes.flatMap(([name, [op, args]], index) => {
      const look = looks[index % looks.length];
      // A later change of what has ended may be refused.
      const change = s.call(op, {...args, optional: true});
      return look
        ? [
            [name, change],
            [`look after ${name}`, send(s, look)],
          ]
        : [[name, change]];
    }),
  );
}

/**
 * The check that a resource is shown as it was made while another one of its kind, and one of every other kind, is
 * changed in every way.
 * @param rule that says so of the observed resource
 * @param others what is changed, in this order
 */
export const staysBeside = <M extends string, S extends string>(
  observed: Resource<M, S>,
  rule: RuleId,
  others: readonly Resource[],
): Check[] => {
  const scene = sharedScene({
    id: `store: one ${observed.kind} beside changes of ${others.map(({kind}) => kind).join(', ')}`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s) => {
      const {made, shown} = observed.make(s);
      const before = sendAll(s, shown);
      const changed = others.map(
        (one) => [one.kind, changeAndLook(s, one), sendAll(s, shown)] as const,
      );
      const groups = changed.flatMap(([kind, changes, after]) => [
        [`changes of ${kind}`, changes] as const,
        [`after ${kind}`, after] as const,
      ]);
      return inGroups({made, before, ...Object.fromEntries(groups)});
    },
  });
  const expectAsBefore = (seen: object, kind: string): Judgement =>
    observed.expectAsBefore(
      groupIn<S>(seen, 'before'),
      groupIn<S>(seen, `after ${kind}`),
      groupIn<M>(seen, 'made'),
    );
  return checksOf(
    scene,
    Object.fromEntries(
      others.map(({kind}) => [
        `${rule} @ beside changes of every ${kind}`,
        (seen: object) =>
          when(hasChanged(seen, kind), `no ${kind} was changed`, () => expectAsBefore(seen, kind)),
      ]),
    ),
  );
};

/** Whether a request of the group succeeded. */
const hasChanged = (seen: object, kind: string): boolean =>
  allIn(seen, `changes of ${kind}`).some(({status}) => status < 300);
