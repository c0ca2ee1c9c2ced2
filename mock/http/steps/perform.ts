import {defined} from '../../../spec/defined.ts';
import {faultOf} from '../../faults/ordered-fault.ts';
import {isRefused, type Input, type View} from '../../operation.ts';
import {WorldView} from '../../world/view.ts';
import type {OperationContext} from '../request-context.ts';
import type {ResourceTables} from '../resource-tables.ts';
import type {Step} from '../step.ts';

/** Makes the view of the world that an operation receives. */
export type ViewOf = (context: OperationContext, input: Input) => View;

/** The view of the credential's tenant. */
export const viewOfTenant: ViewOf = ({world, credential}) =>
  new WorldView(world, defined(credential, 'the credential of the request').tenant, world.now());

/** Runs the operation, which may refuse depending on the content of the world. Nothing is committed yet. */
export const perform =
  (view: ViewOf, resources: ResourceTables): Step<OperationContext> =>
  (context) => {
    const input = defined(context.input, 'the input of the operation');
    const change = faultOf(context.request)?.change;
    const {world} = context;
    const seen = view(change?.world ? {...context, world: change.world(world)} : context, input);
    const outcome = context.operation.transition(seen, input);
    if (isRefused(outcome)) return {...outcome, condition: resources.conditionOf(context)};
    context.outcome = change?.outcome ? change.outcome(outcome, world.now()) : outcome;
    return undefined;
  };
